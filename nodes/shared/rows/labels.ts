/** Words that are not written as in the names of fields. */
const WORDS: Record<string, string> = {
	at: 'At',
	id: 'ID',
	ms: 'Milliseconds',
	ref: 'Reference',
	refs: 'References',
	svc: 'Public',
	uid: 'ID',
	uids: 'IDs',
};

/** The name of a field as people read it: `Due At` of `due_at`. */
export function labelOf(field: string): string {
	return field
		.split('_')
		.filter(Boolean)
		.map((word) => WORDS[word] ?? word[0].toUpperCase() + word.slice(1))
		.join(' ');
}
