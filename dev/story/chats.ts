import { Bindings, type StoredBot } from '../areas/Bots/data';
import type { ChatRole, StoredChat, StoredMember } from '../areas/Chat/data';
import { Messages, type Sender } from '../areas/Chat/data';
import { Store } from '../fake-service/store';
import { nameOf, people } from './people';
import { linesOf, rowsOf, storeOf, uid, type Calendar } from './tell';

/** Groups: key, name, members with the owner first and `*` for admins. Everybody else has a chat with Nora alone. */
const groups = `
	team       | Studio team       | nora beck mei
	evening    | Evening course    | nora mei* course elif greta hugo priya leo dana yusuf clara iris
	fair       | Spring fair       | ines nora farah clara tomas
	neighbours | Quay 7 neighbours | ruth nora farah tomas`;

/** What was said, by chat: day, time, sender, text. A private chat has the key of the other person. */
const talk: Record<string, string> = {
	team: `
		-20 09:02 nora Good morning! The open weekend is settled: {+9} and {+10}, ten to six.
		-20 09:10 beck Good. Then the kiln must be reliable again by then, it took eleven hours last night.
		-20 09:14 mei I can paint the signs.
		-18 17:40 beck The top element glows unevenly. I would not fire the order for Salt & Rye with it.
		-18 17:52 nora I call Tomas tomorrow and ask for an inspection.
		-15 08:30 mei Test tiles of oat white are on the middle shelf, please leave them there.
		-12 08:15 mei There is water on the floor, under the skylight. I put a bucket there.
		-12 08:21 nora Thank you. I write to Ruth about the skylight right away.
		-9 16:05 nora Second version of oat white is in the notes. It does not run any more.
		-7 18:00 beck Bisque firing is in, 1000 degrees by midnight.
		-6 00:12 kiln Firing 52 has reached 1000 °C.
		-5 10:20 nora Jonas from Salt & Rye was on the phone: 48 bowls now, not 40.
		-5 10:26 beck Then we need two glaze firings.
		-2 12:45 beck Tomas was here. He orders the part, see the recording.
		-1 17:30 mei Signs are dry. The bucket under the skylight is empty for once.
		0 08:40 beck I am at the studio from eleven today.`,
	evening: `
		-19 18:05 nora Welcome to the evening course! Eight evenings, always at half past six.
		-19 18:20 elif Looking forward to it!
		-19 18:31 hugo Is parking in the yard all right?
		-19 18:40 nora Yes, behind the gate.
		-13 20:55 course My bowl is the one with the thumb print in the foot, please do not throw it away :)
		-12 09:15 priya What was the name of the clay again?
		-12 09:30 mei Stoneware with fine grog, the buff one.
		-9 21:10 greta Thank you for tonight, my back knows what it did.
		-6 18:02 clara I come ten minutes later.
		-5 11:00 hugo Big sale of used garden furniture at my place, all half price, write to me!
		-5 11:12 dana Has anybody seen my apron?
		-5 11:30 yusuf It hangs at the second wheel.
		-2 19:20 leo Next time I bring the biscuits.
		-2 19:45 iris Whose is the blue sponge?
		-1 12:05 hugo Garden furniture, last chance, now 60 percent off, write to me!
		-1 12:30 elif Is the course on {+5} or on {+6}?
		-1 12:41 nora On {+5}, as always.`,
	fair: `
		-17 10:00 ines Dear all, the spring fair is on {+24}. Applications until {+2}.
		-17 10:30 farah Nasser brings coffee and two tables.
		-11 15:15 clara I can help with building up the stands.
		-8 09:00 tomas Power is there for twelve stands, 16 ampere each.
		-3 14:10 ines The plan of the stands comes next week.
		-3 14:25 nora Lantern Yard is in, with one stand.`,
	neighbours: `
		-16 08:00 ruth Bins are collected on {-14:day} this week.
		-12 10:02 tomas My cellar is dry, so the water in Nora's studio can only come from the skylight.
		-11 13:00 farah We have a spare tarpaulin, if it helps with the skylight.
		-3 09:31 ruth The roofer comes on {+5} at half past eight for the skylight. Please leave the gate open.
		-3 09:50 nora Gate will be open.`,
	beck: `
		-14 20:00 beck I am away on {-13:day}, back the day after.
		-14 20:04 nora All right, Mei opens.
		-4 21:15 beck Do you have the new price list for firings? I would hang it up.
		-4 21:30 nora Soon.`,
	brandt: `
		-19 12:10 brandt Hello Nora, we would like 40 bowls in oat white for the terrace, by the end of March.
		-19 12:44 nora Gladly. I send you two test pieces first.
		-10 11:05 brandt The test pieces are lovely. The second one, please.
		-3 16:20 brandt Do you have your new price list at hand?
		-3 16:45 nora I am working on it.`,
	tax: `
		-18 09:30 tax Good morning Ms Lindgren, I still need the receipts of January.
		-18 11:00 nora You have them by {-14:day}.
		-14 16:00 nora Receipts are in your letter box.
		-4 10:10 tax Thank you. The advance return is filed, 412 euros are due on {+6}.`,
	course: `
		-12 08:50 course Hello, can I come an hour earlier on {-9:day}?
		-12 09:05 nora Of course, Mei is there.
		-2 21:40 course When will the bowls of the first evening be ready?`,
	mei: `
		-15 07:55 mei I am ill today, sorry.
		-15 08:05 nora Get well, and stay in bed.
		-8 13:00 mei May I glaze the tiles for the open weekend on my own?
		-8 13:02 nora Yes!`,
	ruth: `
		-12 08:29 nora Dear Ruth, the skylight leaks again, there is water on the studio floor.
		-12 09:40 ruth Oh no. I call the roofer.
		-7 17:00 nora Any news about the skylight?
		-6 08:45 ruth He has the glass, but no appointment yet.
		-3 09:25 ruth Now he has: {+5} at 8:30, Halvorsen roofing. I pay for the skylight, of course.`,
	paulo: `
		-13 10:00 nora Hello Paulo, 200 kg of the buff stoneware again, please.
		-13 12:30 paulo Noted. Delivery in two weeks.
		-1 16:50 paulo I tried to call you. The buff one is sold out, I have only the red one. Shall I bring that?`,
	ines: `
		-17 10:05 ines I hope you are in this year?
		-17 10:40 nora If the kiln is, I am.
		-3 14:30 ines You have stand 14, next to the fountain.
		-1 19:05 ines Do you need electricity at your stand? I must know by {+1:day}.`,
	tomas: `
		-17 09:00 nora Good morning Tomas, our kiln needs an inspection, the top element glows unevenly.
		-17 11:20 tomas I can come on {-2}.
		-2 18:10 tomas Part is ordered. I come on {+4} at 8 in the morning and need two hours.`,
	farah: `
		-11 09:10 farah Could you make 20 espresso cups for us, without handle?
		-11 09:25 nora Yes, in April.
		-4 15:00 farah Thank you for the call. The invoice for the plates has not arrived yet.`,
	greta: `
		-9 21:15 greta Do you have a wheel to lend?
		-8 08:10 nora Only from May on.`,
	hugo: `
		-19 18:45 hugo Thank you for the parking place.`,
};

/** Chats, their messages, and the bot that reports from the kiln. */
export function chatsOf({ at, say }: Calendar) {
	const member = (user: string, role: ChatRole = 'participant'): [string, StoredMember] => {
		const user_ref = uid('usr', user);
		return [user_ref, { user_ref, role, status: 'active', joined_at: at('-100 12:00') }];
	};
	const direct = people
		.filter(({ relationships }) =>
			relationships.some((one) => ['contact', 'private_chat'].includes(one)),
		)
		.map(({ key, relationships }): StoredChat => {
			const known = relationships.filter((one) => one === 'contact' || one === 'private_chat');
			return {
				chat_session_uid: uid('chat', key),
				kind: known.includes('private_chat') ? 'direct' : 'pending',
				scopes: known,
				members: new Map([member('nora'), member(key)]),
			};
		});
	const inGroups = rowsOf(groups).map(([key, name, members]): StoredChat => ({
		chat_session_uid: uid('chat', key),
		kind: 'group',
		scopes: ['group_chat'],
		name,
		members: new Map(
			members
				.split(' ')
				.map((one, i) =>
					member(
						one.replace('*', ''),
						i === 0 ? 'owner' : one.endsWith('*') ? 'admin' : 'participant',
					),
				),
		),
	}));
	const messages = new Messages();
	for (const [chat, text] of Object.entries(talk)) {
		for (const [i, [day, clock, user, said]] of linesOf(text, 3).entries()) {
			messages.add({
				chat_session_uid: uid('chat', chat),
				sequence: i + 1,
				sender: senderOf(user),
				message_at: at(`${day} ${clock}`),
				record_state: 'available',
				text_content: say(said),
			});
		}
	}
	const bindings = new Bindings();
	const created_at = at('-90 12:00');
	const bot_uid = uid('bot', 'kiln');
	bindings.add({
		chat_session_uid: uid('chat', 'team'),
		bot_uid,
		context_allowed: false,
		installed_at: created_at,
	});
	const kiln: StoredBot = {
		bot_uid,
		name: 'Kiln Watch',
		description: 'Reports temperatures of the kiln',
		own: true,
		created_at,
		updated_at: created_at,
		webhook: { mode: 'signed', allowed_sources: [] },
	};
	const conversations = storeOf([...direct, ...inGroups], (chat) => chat.chat_session_uid);
	return {
		conversations,
		messages,
		bots: storeOf([kiln], (bot) => bot.bot_uid),
		botBindings: bindings,
		botRequests: new Store<never>(),
	};
}

function senderOf(user: string): Sender {
	return user === 'kiln'
		? { sender_kind: 'bot', sender_bot_uid: uid('bot', 'kiln'), sender_name: 'Kiln Watch' }
		: { sender_kind: 'user', sender_user_ref: uid('usr', user), sender_name: nameOf(user) };
}
