import type { StoredArrangement } from '../areas/Arrangements/data';
import type { StoredRecord, StoredTopic } from '../areas/Records/data';
import { World, type StoredPost } from '../areas/World/data';
import { nameOf, profileOf } from './people';
import { linesOf, rowsOf, storeOf, uid, type Calendar } from './tell';

/** Topics: key, path. A parent comes before its children. */
const topicTable = `
	studio    | Studio
	glazes    | Studio / Glazes
	firings   | Studio / Firing log
	orders    | Studio / Orders
	supplies  | Studio / Supplies
	courses   | Courses
	handouts  | Courses / Handouts
	weekend   | Open weekend
	fair      | Spring fair
	drafts    | Drafts
	published | Published
	office    | Office
	receipts  | Office / Receipts`;

/** Records: key, time, topic (none: unclassified), title, text with `/` for the end of a line. */
const recordTable = `
	oat1      | -20 10:00 | glazes    | Oat white glaze              | Feldspar 40, silica 30, whiting 22, kaolin 8. First version, runs at the foot.
	oat2      | -9 16:00  | glazes    | Oat white glaze, version two | Feldspar 46, silica 24, whiting 18, kaolin 12, plus 9 zircon. Does not run. This is the one for Salt & Rye.
	celadon   | -40 10:00 | glazes    | Celadon                      | Feldspar 44, silica 28, whiting 18, kaolin 10, plus 1.5 iron oxide.
	tenmoku   | -44 10:00 | glazes    | Tenmoku                      | As celadon, but 9 iron oxide. Thick.
	ash       | -16 12:00 | glazes    | Ash from the stove           | Sieve twice, wash once. One part ash, one part feldspar.
	shopping  | -8 09:00  | supplies  | Shopping list                | - sponges/- copper wire, 1 mm/- 3 kg wax resist
	suppliers | -60 09:00 | supplies  | Suppliers                    | Buff stoneware: Paulo Reis. Kiln parts: Tomas Novak. Tiles: the shop by the bridge.
	alarm     | -70 09:00 | studio    | Alarm of the studio          | Panel behind the coats. Thirty seconds. The code is with Ruth, not in here.
	kiln      | -2 13:00  | studio    | Kiln after the inspection    | Bisque only. No glaze firing before the new top element is in.
	salt      | -19 13:00 | orders    | Salt & Rye                   | Bowls for soup, oat white. Number and date: see the calls.
	nasser    | -4 15:10  | orders    | Café Nasser                  | Plates delivered. Espresso cups without handle come next.
	rules     | -30 09:00 | handouts  | Rules of the glaze room      | Mask on, lid on, wet cloth.
	wheel     | -29 09:00 | handouts  | First steps on the wheel     | Wedge, centre, open, lift. Elbows in.
	chairs    | -14 10:00 | weekend   | Chairs and till              | Twelve chairs, six from Ruth. Till from the fair.
	stand     | -3 14:40  |           | Stand at the spring fair     | Stand 14, next to the fountain. Two tables are enough.
	lamps     | -3 18:10  |           | Lamps for the fair           | Spring fair ends at dusk: three lamps, if there is power.
	paper     | -2 20:00  |           | Wrapping paper               | Old maps as wrapping paper for the spring fair.
	vase      | -2 20:10  |           | Vase with two necks          | Try it once in red clay.
	song      | -1 22:00  |           | Song in the radio            | The one with the accordion, at half past nine.
	teapot    | -25 20:00 |           | Teapot lids                  | Cut the lids before the bodies are dry.
	diary7    | -4 11:00  | drafts    | Kiln diary 7                 | Our kiln is older than Mei, and it has its moods. This month it glows on one side only. Tomas will look into it.
	oldkiln   | -21 11:00 | drafts    | Why we keep the old kiln     | Because it knows us. And because a new one costs as much as a car. (Not finished!)
	thanks    | -5 11:00  | drafts    | Thanks for the spring sale   | Everything is gone, thank you! (Ask Mei for the picture first.)
	weekendp  | -20 12:00 | published | Open weekend at Lantern Yard | On {+9} and {+10} the doors are open from ten to six. Come and throw a bowl.
	sale      | -15 12:00 | published | Spring sale                  | Seconds at half price until {-8}, in the yard.
	diary6    | -26 12:00 | published | Kiln diary 6                 | Eleven hours to 1280 degrees, and a very long night.
	diary5    | -33 12:00 | published | Kiln diary 5                 | Cone ten fell like a tired tulip.
	diary4    | -47 12:00 | published | Kiln diary 4                 | Forgot the plug. Happens to everybody once.
	diary3    | -61 12:00 | published | Kiln diary 3                 | A shelf cracked, and no pot with it.
	diary2    | -75 12:00 | published | Kiln diary 2                 | Snow on the roof, 900 degrees below it.
	diary1    | -89 12:00 | published | Kiln diary 1                 | This is our kiln. It is green, and it is loud.`;

/** Entries of the firing log: number, day, kind, top temperature, hours. */
const firings = `
	41 -21 bisque 1000 9.5
	42 -20 glaze  1280 11
	43 -19 bisque 1000 9.5
	44 -17 bisque 995  10
	45 -16 glaze  1275 11.5
	46 -14 bisque 1000 9.5
	47 -13 glaze  1270 12
	48 -12 bisque 1000 10
	49 -10 test   1240 10
	50 -9  bisque 1000 10
	51 -8  glaze  1265 12.5
	52 -7  bisque 1000 10.5`;

export function recordsOf({ at, say }: Calendar) {
	const topics = rowsOf(topicTable).map(([key, display_path]): StoredTopic => {
		const parent = rowsOf(topicTable).find(([, path]) => display_path.startsWith(`${path} / `));
		return {
			topic_uid: uid('top', key),
			...(parent && { parent_topic_uid: uid('top', parent[0]) }),
			title: display_path.split(' / ').pop()!,
			display_path,
			created_at: at('-200 12:00'),
			valid: true,
		};
	});
	const log = linesOf(firings, 4).map(([number, day, kind, heat, hours]) => [
		`firing${number}`,
		`${day} 22:00`,
		'firings',
		`Firing ${number}`,
		`${kind}, ${heat} °C after ${hours} hours`,
	]);
	const records = [...rowsOf(recordTable), ...log].map(
		([key, time, topic, title, text]): StoredRecord => ({
			record_uid: uid('rec', key),
			state: 'available',
			creator_user_ref: uid('usr', 'nora'),
			origin: topic ? 'topic' : 'self',
			title,
			text_content: say(key === 'shopping' ? text.replaceAll('/', '\n') : text),
			send_at: at(time),
			version: 2,
			container: topic ? { kind: 'topic', topic_uid: uid('top', topic) } : { kind: 'unclassified' },
		}),
	);
	return {
		topics: storeOf(topics, ({ topic_uid }) => topic_uid),
		records: storeOf(records, ({ record_uid }) => record_uid),
	};
}

/** Arrangements: key, status, due, topic, last update, title, description. */
const taskTable = `
	pricelist | following  | -3 18:00 | office   | -5 21:00  | Finish the new price list              | For Jonas Brandt and the door
	labels    | identified | -2 12:00 | courses  | -9 09:00  | Label the course shelves               |
	invoice   | identified | -1 18:00 | office   | -4 15:05  | Send invoice to Farah Nasser           | Plates, 24 pieces at 18 euros
	sponges   | following  | 0 09:00  | supplies | -8 09:05  | Order two sponges                      |
	form      | following  | 0 18:00  | fair     | -3 14:45  | Tell Ines whether we need electricity  |
	tiles     | following  | +1 09:00 | supplies | -6 10:00  | Order tiles for the counter            | From the shop by the bridge, 40 pieces
	stove     | identified | +1 09:00 | supplies | -6 10:05  | Order tiles for the stove              | Black ones
	gate      | identified | +4 07:30 | studio   | -2 18:15  | Open the gate for Tomas                |
	roofer    | identified | +5 08:15 | studio   | -3 09:55  | Open the gate for the roofer           |
	advance   | identified | +6 12:00 | office   | -4 10:15  | Pay the advance tax                    | 412 euros
	crates    | following  | +7 12:00 | orders   | -1 15:30  | Pack the bowls for Salt & Rye          | Four crates, straw
	bowls     | following  | +8 10:00 | orders   | -5 10:30  | Deliver the bowls to Salt & Rye        |
	signs     | following  | +8 18:00 | weekend  | -1 17:35  | Put up the signs                       |
	chairs    | identified | +8 18:00 | weekend  | -14 10:05 | Fetch six chairs from Ruth             |
	till      | following  | +9 08:00 | weekend  | -14 10:06 | Fill the till with change              |
	wheel4    | following  |          | studio   | -6 20:30  | Repair wheel four                      |
	invoiceb  | identified |          | office   | -5 10:40  | Send invoice to Jonas Brandt           | After the delivery
	summer    | identified |          | courses  | -18 12:00 | Find a date for the summer course      |
	shelf     | following  |          | studio   | -17 12:00 | Buy a second drying rack               |
	photos    | identified |          | weekend  | -13 12:00 | Ask Oskar for pictures                 |
	aprons    | following  |          | courses  | -10 09:00 | Sew five more aprons                   |
	kilnbook  | identified |          |          | -12 12:00 | Read the book on gas kilns             |
	receipts  | completed  | -14 18:00 | receipts | -6 09:00 | Bring receipts to Anna Weber           |
	testtiles | completed  | -8 12:00 | glazes   | -6 12:00  | Fire test tiles of oat white           |
	oatnote   | completed  |          | glazes   | -5 16:10  | Write down oat white, version two      |
	handles   | completed  | -5 18:00 | courses  | -5 20:45  | Prepare the evening of handles         |
	plates    | completed  | -4 12:00 | orders   | -4 16:00  | Deliver the plates to Café Nasser      |
	plan      | completed  |          | fair     | -3 14:41  | Answer Ines about the stand            |
	gatekey   | completed  | -3 18:00 | studio   | -3 10:00  | Copy the key of the gate               |
	kilncold  | completed  | -2 10:00 | studio   | -2 10:30  | Keep the kiln cold for the inspection  |
	straw     | completed  |          | orders   | -1 15:40  | Ask Jonas Beck about straw             |
	buckets   | completed  |          | studio   | -1 17:31  | Empty the bucket under the skylight    |
	paint     | completed  |          | weekend  | -1 17:32  | Buy paint for the signs                |
	gasbill   | completed  | -19 12:00 | office  | -19 13:00 | Pay the electricity bill               |
	welcome   | completed  | -19 18:00 | courses | -19 18:30 | Print the handouts                     |
	invites   | completed  | -15 12:00 | weekend | -15 13:00 | Send the invitations                   |
	apply     | completed  | -9 12:00  | fair    | -9 10:00  | Apply for the spring fair              |
	radio     | deleted    | -5 12:00 | studio   | -5 13:00  | Mend the radio                         |
	plants    | deleted    | +2 12:00 | studio   | -6 13:00  | Water the plants                       |`;

export function tasksOf({ at, say }: Calendar) {
	const arrangements = rowsOf(taskTable).map(
		([key, status, due, topic, updated, title, description]): StoredArrangement => ({
			arrangement_uid: uid('arr', key),
			title,
			...(description && { description: say(description) }),
			status: status as StoredArrangement['status'],
			...(topic && { topic_uid: uid('top', topic) }),
			...(due && { due_at: at(due) }),
			reminder_enabled: false,
			version: 3,
			created_at: Math.min(at('-21 12:00'), at(updated)),
			updated_at: at(updated),
			record_uids: [],
		}),
	);
	return { arrangements: storeOf(arrangements, ({ arrangement_uid }) => arrangement_uid) };
}

/** Posts of others: key, time, author, tags, title, text. */
const posts = `
	market  | -30 10:00 | ines  | market   | Spring fair       | Twelve stands, one fountain, no rain. Applications are open.
	coffee  | -22 10:00 | farah | café     | New roast         | From {-20} on: a roast with a little smoke.
	roof    | -18 10:00 | ruth  | quay     | Looking for slate | Who has old slates to give away?
	cable   | -12 10:00 | tomas | workshop | Cables            | Measure first. Then measure again.
	fairmap | -7 10:00  | ines  | market   | Where the fair is | Between the fountain and the lime tree.`;

/** Replies to the post about the open weekend: time, author, text. */
const replies = `
	-19 20:10 greta  I will be there with my sister.
	-19 21:00 hugo   Is there coffee?
	-18 08:15 farah  There is, I bring it.
	-18 12:40 leo    Can children try the wheel too?
	-17 19:20 dana   Sunday for me!
	-16 07:50 tomas  I come for the kiln.
	-15 22:05 clara  So looking forward to this.
	-13 18:00 iris   My mother uses a wheelchair. Is there a way in without steps?
	-11 13:30 elif   Do you sell seconds?
	-9 16:45 yusuf  Which bus goes there?
	-6 10:10 ruth   The yard is swept.
	-4 09:00 priya  Two of us, on Saturday.
	-2 20:20 oskar  I take pictures, if you like.`;

export function worldOf(calendar: Calendar, { records }: ReturnType<typeof recordsOf>) {
	const { at, say } = calendar;
	const { user_ref: self, nickname } = profileOf(calendar).profile;
	const world = new World(at('-3 12:00'));
	const add = (post: Pick<StoredPost, 'record_uid' | 'text_content'> & Partial<StoredPost>) =>
		world.posts.set(post.record_uid, {
			state: 'published',
			author_user_ref: self,
			author_name: nickname,
			record_type: 'record',
			tags: [],
			created_at: post.published_at!,
			publication_version: world.nextWatermark(),
			files: [],
			...post,
		});
	for (const record of records.values()) {
		const { record_uid, container, title, text_content, send_at } = record;
		if (container.kind !== 'topic' || container.topic_uid !== uid('top', 'published')) continue;
		const tags = title!.startsWith('Kiln diary') ? ['kiln', 'diary'] : ['news'];
		add({ record_uid, title, text_content, tags, published_at: send_at + 600_000 });
	}
	const by = (author: string) => ({
		author_user_ref: uid('usr', author),
		author_name: nameOf(author),
	});
	for (const [key, time, author, tag, title, text] of rowsOf(posts)) {
		const text_content = say(text);
		const published_at = at(time);
		add({
			record_uid: uid('rec', key),
			title,
			text_content,
			published_at,
			tags: [tag],
			...by(author),
		});
	}
	for (const [day, clock, author, text_content] of linesOf(replies, 3)) {
		add({
			record_uid: uid('rec', `reply ${author}`),
			text_content,
			published_at: at(`${day} ${clock}`),
			parent_record_uid: uid('rec', 'weekendp'),
			...by(author),
		});
	}
	return { world };
}
