/** A fake service without data: tests of triggers bring their own. */
export const NOTHING = {
	people: 6,
	records: 0,
	arrangements: 0,
	recordings: 0,
	summaries: 0,
	calls: 0,
	messages: 0,
	bots: 1,
	posts: 0,
};
