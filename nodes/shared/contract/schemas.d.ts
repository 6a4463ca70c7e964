// Written from contract/openapi.yaml by npm run generate.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
	schemas: {
		EmptyRequest: Record<string, never>;
		Envelope: {
			/** @constant */
			code: 200;
			message: string;
			/** @description Quote it when a problem persists */
			request_id: string;
		};
		/** @description Judge by HTTP status and message. Values of code and further fields are not shown. */
		Failure: {
			code?: number;
			message: string;
			request_id: string;
		};
		/** @description The documents do not show the fields of this request */
		NotShownRequest: {
			user_id?: never;
		};
		/** @description The documents do not show the fields of data */
		NotShownResponse: components['schemas']['Envelope'];
		/** @description Unix milliseconds */
		Timestamp: number;
		/** @description Unique in the batch, at most 64 bytes of UTF-8 */
		ItemId: string;
		/** @description The same for the same intent (retries), another for another */
		IdempotencyKey: string;
		/** @description Opaque; omitted or empty for the first page, later the last next_page_cursor with all filters unchanged */
		PageCursor: string;
		/** @description Present when has_more is true */
		NextPageCursor: string;
		AccountProfile: {
			user_ref: string;
			nickname: string;
			svc_id: string;
			created_at: components['schemas']['Timestamp'];
		};
		SignInBinding: {
			/** @enum {string} */
			provider: 'phone' | 'email' | 'chatapp' | 'vendor_a' | 'vendor_b' | 'vendor_c';
			bound: boolean;
		};
		'getCurrentUserProfile.response': components['schemas']['Envelope'] & {
			data?: components['schemas']['AccountProfile'];
		};
		'getCurrentUserAccountBindings.response': components['schemas']['Envelope'] & {
			data?: {
				items: components['schemas']['SignInBinding'][];
			};
		};
		PersonCandidate: {
			user_ref: string;
			display_name: string;
			svc_id?: string;
			/** @description self: the account of the key; shared_group: shares a visible group */
			relationships: ('self' | 'contact' | 'private_chat' | 'shared_group')[];
		};
		'resolvePeople.request': {
			items: {
				item_id: components['schemas']['ItemId'];
				/** @description Nickname, contact remark, public ID, or words meaning 'me' */
				query: string;
				/** @default 5 */
				limit: number;
				page_cursor?: components['schemas']['PageCursor'];
			}[];
		};
		'resolvePeople.response': components['schemas']['Envelope'] & {
			data?: {
				items: {
					item_id: components['schemas']['ItemId'];
					candidates: components['schemas']['PersonCandidate'][];
					has_more: boolean;
					next_page_cursor?: components['schemas']['NextPageCursor'];
				}[];
			};
		};
		/**
		 * @description contact: usable as contact directory result; private_chat: readable as private chat, may be pending; group_chat: readable or sendable as group
		 * @enum {string}
		 */
		ChatScope: 'contact' | 'private_chat' | 'group_chat';
		ChatConversation: {
			/** @description Only for chat operations, never a personal topic UID */
			chat_session_uid: string;
			/**
			 * @description direct: established private chat, sendable; pending: readable contact conversation, not sendable; group: sendable
			 * @enum {string}
			 */
			kind: 'direct' | 'pending' | 'group';
			scopes: components['schemas']['ChatScope'][];
			display_name?: string;
			/** @description Counterpart of a direct conversation with a real person; absent otherwise */
			participant_user_ref?: string;
		};
		ChatConversationCandidate: components['schemas']['ChatConversation'] & unknown;
		ChatMember: {
			user_ref: string;
			display_name?: string;
			role: components['schemas']['ChatRole'];
			joined_at: components['schemas']['Timestamp'];
		};
		/** @enum {string} */
		ChatRole: 'owner' | 'admin' | 'participant';
		ChatSender: {
			/** @enum {string} */
			sender_kind: 'user' | 'bot';
			/** @description When sender_kind is user */
			sender_user_ref?: string;
			/** @description When sender_kind is bot */
			sender_bot_uid?: string;
			/** @description Display name at the time; another name of the same identity has another index */
			sender_name?: string;
		};
		/**
		 * @description available: body returned; missing: body absent or no longer provided; unavailable: body not obtained this time, may be read again later; protected: exists, title and text withheld
		 * @enum {string}
		 */
		ChatRecordState: 'available' | 'missing' | 'unavailable' | 'protected';
		ChatMessageEvidence: {
			/** @description Stable order number within the conversation */
			sequence: number;
			/** @description Index into senders of the same group of the same answer */
			sender_index: number;
			message_at: components['schemas']['Timestamp'];
			record_state: components['schemas']['ChatRecordState'];
			/** @description Omitted when invisible or absent */
			title?: string;
			/** @description Bounded plain text */
			text_content?: string;
			/** @description Cut by the public length limit */
			content_truncated?: boolean;
		};
		ChatMessage: components['schemas']['ChatSender'] & {
			chat_session_uid: string;
			sequence: number;
			message_at: components['schemas']['Timestamp'];
			record_state: components['schemas']['ChatRecordState'];
			/** @description Returned when the caller may modify the native record of the message */
			record_uid?: string;
			/** @description Returned with record_uid */
			record_version?: number;
			/** @description record_uid and record_version can be used to modify the record */
			mutable?: boolean;
			title?: string;
			/** @description Full current text */
			text_content?: string;
			content_truncated?: boolean;
		};
		ChatSearchHit: components['schemas']['ChatSender'] & {
			chat_session_uid: string;
			sequence: number;
			message_at: components['schemas']['Timestamp'];
			matched_fields: ('title' | 'body')[];
			/** @description Bounded excerpt around the keyword */
			snippet: string;
		};
		/**
		 * @description Reason of moderation, withdrawal and member governance.
		 *     governance_conflict: current role or target does not allow the action;
		 *     invalid_message_state: structure of the message cannot be withdrawn;
		 *     message_not_found: no such coordinate in the authorised group;
		 *     member_unavailable: member missing or inaccessible;
		 *     actor_not_active: the caller is no longer in the group;
		 *     group_unavailable: group missing or invalid;
		 *     own_message: the owner's own messages are not handled here.
		 * @enum {string}
		 */
		GroupReason:
			| 'governance_conflict'
			| 'invalid_message_state'
			| 'message_not_found'
			| 'member_unavailable'
			| 'actor_not_active'
			| 'group_unavailable'
			| 'own_message';
		GroupModerationTarget: {
			/** @description Can be passed to withdrawGroupMessages as it is */
			sequence: number;
			sender_user_ref: string;
			message_at: components['schemas']['Timestamp'];
			/** @enum {string} */
			withdrawal_state: 'active' | 'withdrawn' | 'unavailable';
			/** @description Structure and sender allow withdrawal by the owner; authorised again on execution */
			eligible: boolean;
			reason?: components['schemas']['GroupReason'];
		};
		GroupMember: {
			/**
			 * @description active: in the group now; left: left voluntarily; removed: was removed
			 * @enum {string}
			 */
			membership_status: 'active' | 'left' | 'removed';
			role: components['schemas']['ChatRole'];
			joined_at: components['schemas']['Timestamp'];
			/** @description Forbids joining in future, whether or not in the group now */
			join_restricted: boolean;
		};
		JoinRestriction: {
			/** @description In-group nickname or public name; empty when the profile is unavailable; may repeat, so operate by user_ref */
			display_name: string;
			user_ref: string;
			restricted_at: components['schemas']['Timestamp'];
		};
		'listChatConversations.request': {
			/** @description All visible when omitted */
			scopes?: components['schemas']['ChatScope'][];
			/** @description Only conversations this person takes part in now and the account can read */
			participant_user_ref?: string;
			/** @default 50 */
			limit: number;
			page_cursor?: components['schemas']['PageCursor'];
		};
		'listChatConversations.response': components['schemas']['Envelope'] & {
			data?: {
				items: components['schemas']['ChatConversation'][];
				has_more: boolean;
				next_page_cursor?: components['schemas']['NextPageCursor'];
			};
		};
		'queryChatConversations.request': {
			scopes?: components['schemas']['ChatScope'][];
			participant_user_ref?: string;
			/** @description Latest visible message not earlier than this (inclusive), Unix milliseconds */
			last_message_from: components['schemas']['Timestamp'];
			/** @description Latest visible message earlier than this (exclusive), Unix milliseconds; no upper bound when omitted */
			last_message_before?: components['schemas']['Timestamp'];
			/** @default 20 */
			limit: number;
			page_cursor?: components['schemas']['PageCursor'];
		};
		'queryChatConversations.response': components['schemas']['Envelope'] & {
			data?: {
				items: (components['schemas']['ChatConversation'] & {
					last_message_at: components['schemas']['Timestamp'];
				})[];
				has_more: boolean;
				next_page_cursor?: components['schemas']['NextPageCursor'];
			};
		};
		'resolveChatConversations.request': {
			items: {
				item_id: components['schemas']['ItemId'];
				/** @description A name or natural language */
				query: string;
				scopes?: components['schemas']['ChatScope'][];
				/** @default 5 */
				limit: number;
				page_cursor?: components['schemas']['PageCursor'];
			}[];
		};
		'resolveChatConversations.response': components['schemas']['Envelope'] & {
			data?: {
				items: {
					item_id: components['schemas']['ItemId'];
					candidates: components['schemas']['ChatConversationCandidate'][];
					has_more: boolean;
					next_page_cursor?: components['schemas']['NextPageCursor'];
				}[];
			};
		};
		'listChatMembers.request': {
			/** @description A readable conversation */
			chat_session_uid: string;
			/** @default 50 */
			limit: number;
			page_cursor?: components['schemas']['PageCursor'];
		};
		'listChatMembers.response': components['schemas']['Envelope'] & {
			data?: {
				items: components['schemas']['ChatMember'][];
				has_more: boolean;
				next_page_cursor?: components['schemas']['NextPageCursor'];
			};
		};
		'searchChatMessages.request': {
			/** @description Matched in title or body */
			keyword: string;
			chat_session_uids: string[];
			/** @description Real-person senders */
			sender_user_refs?: string[];
			/** @description Inclusive, Unix milliseconds */
			start_at?: components['schemas']['Timestamp'];
			/** @description Exclusive, Unix milliseconds; later than start_at */
			end_at?: components['schemas']['Timestamp'];
			/** @default 20 */
			limit: number;
			page_cursor?: components['schemas']['PageCursor'];
		};
		'searchChatMessages.response': components['schemas']['Envelope'] & {
			data?: {
				items: components['schemas']['ChatSearchHit'][];
				has_more: boolean;
				next_page_cursor?: components['schemas']['NextPageCursor'];
			};
		};
		'queryChatMessages.request': {
			chat_session_uids: string[];
			sender_user_refs?: string[];
			/** @description Inclusive, Unix milliseconds */
			start_at: components['schemas']['Timestamp'];
			/** @description Exclusive, Unix milliseconds; later than start_at, by at most 366 days */
			end_at: components['schemas']['Timestamp'];
			/**
			 * @description session_time_asc: by conversation UID, then message time, ascending; session_time_desc: descending
			 * @enum {string}
			 */
			order: 'session_time_asc' | 'session_time_desc';
			/**
			 * @description Messages over all conversations together
			 * @default 100
			 */
			limit: number;
			page_cursor?: components['schemas']['PageCursor'];
		};
		'queryChatMessages.response': components['schemas']['Envelope'] & {
			data?: {
				items: {
					chat_session_uid: string;
					/** @description Each once per group */
					senders: components['schemas']['ChatSender'][];
					messages: components['schemas']['ChatMessageEvidence'][];
				}[];
				has_more: boolean;
				next_page_cursor?: components['schemas']['NextPageCursor'];
			};
		};
		'batchGetChatMessages.request': {
			items: {
				item_id: components['schemas']['ItemId'];
				chat_session_uid: string;
				sequence: number;
			}[];
		};
		'batchGetChatMessages.response': components['schemas']['Envelope'] & {
			data?: {
				items: {
					item_id: components['schemas']['ItemId'];
					/**
					 * @description not_found: coordinate absent or unreadable for now
					 * @enum {string}
					 */
					lookup_status: 'found' | 'not_found';
					/** @description Returned when found */
					message?: components['schemas']['ChatMessage'] | null;
				}[];
			};
		};
		'readChatMessageContext.request': {
			chat_session_uid: string;
			sequences: number[];
			/** @description Unix milliseconds; the current visible version is read when omitted */
			snapshot_at?: components['schemas']['Timestamp'];
		};
		'readChatMessageContext.response': components['schemas']['Envelope'] & {
			data?: {
				chat_session_uid: string;
				senders: components['schemas']['ChatSender'][];
				messages: components['schemas']['ChatMessageEvidence'][];
				/** @description The requested sequences that were located */
				anchor_sequences: number[];
			};
		};
		'resolveChatTargets.request': {
			items: {
				item_id: components['schemas']['ItemId'];
				/** @description Either this or target_user_ref */
				query?: string;
				/** @description Either this or query */
				target_user_ref?: string;
				scopes?: components['schemas']['ChatScope'][];
				/** @default 5 */
				limit: number;
				page_cursor?: components['schemas']['PageCursor'];
			}[];
		};
		'resolveChatTargets.response': components['schemas']['Envelope'] & {
			data?: {
				items: {
					item_id: components['schemas']['ItemId'];
					candidates: (components['schemas']['ChatConversationCandidate'] & {
						/** @enum {string} */
						kind?: 'direct' | 'group';
					})[];
					has_more: boolean;
					next_page_cursor?: components['schemas']['NextPageCursor'];
				}[];
			};
		};
		'createPrivateChats.request': {
			items: {
				item_id: components['schemas']['ItemId'];
				/** @description A real person, never a bot UID; unchanged on retry */
				target_user_ref: string;
				idempotency_key: components['schemas']['IdempotencyKey'];
			}[];
		};
		'createPrivateChats.response': components['schemas']['Envelope'] & {
			data?: {
				items: {
					item_id: components['schemas']['ItemId'];
					target_user_ref: string;
					chat_session_uid?: string;
					/**
					 * @description succeeded: created or obtained; unknown: uncertain, verify or retry with the same parameters
					 * @enum {string}
					 */
					status: 'succeeded' | 'unknown';
				}[];
			};
		};
		'sendChatMessages.request': {
			items: components['schemas']['sendChatMessages.item'][];
		};
		'sendChatMessages.item': {
			item_id: components['schemas']['ItemId'];
			idempotency_key: components['schemas']['IdempotencyKey'];
			/** @description A direct or group conversation from resolveChatTargets, never a pending one */
			chat_session_uid: string;
			text_content: string;
			/** @description Business send time of the client, Unix milliseconds; unchanged on retry */
			send_at: components['schemas']['Timestamp'];
			/** @description Each a bot installed in the group; no bot is addressed when omitted; unchanged on retry */
			bot_mentions?: {
				/** @description Identity is never inferred from the mention text */
				bot_uid: string;
				/** @description The whole mention as it stands in the body, with the leading @ or ＠; the body is not modified */
				mention_text: string;
				/** @description Which occurrence of the mention text, from 1; needed when there are several */
				occurrence?: number | null;
			}[];
		};
		'sendChatMessages.response': components['schemas']['Envelope'] & {
			data?: {
				items: {
					item_id: components['schemas']['ItemId'];
					chat_session_uid: string;
					record_uid: string;
					sequence: number;
					/** @enum {string} */
					target_kind: 'direct' | 'group';
					target_name?: string;
					/** @description The message is created, but still in content review */
					audit_pending?: boolean;
				}[];
			};
		};
		'queryGroupMessageModerationTargets.request': {
			/** @description The group */
			chat_session_uid: string;
			/** @description Real people; bots that borrow their identity are left out */
			sender_user_refs: string[];
			/** @description Inclusive, Unix milliseconds; from the beginning of history when omitted */
			start_at?: components['schemas']['Timestamp'];
			/** @description Exclusive, Unix milliseconds; up to the upper sequence fixed in the first round when omitted */
			end_at?: components['schemas']['Timestamp'];
			/** @default 100 */
			limit: number;
			page_cursor?: components['schemas']['PageCursor'];
		};
		'queryGroupMessageModerationTargets.response': components['schemas']['Envelope'] & {
			data?: {
				items: components['schemas']['GroupModerationTarget'][];
				/** @description Upper bound of this round of scanning, not a snapshot; later commits need a new round */
				upper_sequence: number;
				has_more: boolean;
				next_page_cursor?: components['schemas']['NextPageCursor'];
			};
		};
		'withdrawGroupMessages.request': {
			items: {
				item_id: components['schemas']['ItemId'];
				/** @description The group */
				chat_session_uid: string;
				sequence: number;
			}[];
		};
		'withdrawGroupMessages.response': components['schemas']['Envelope'] & {
			data?: {
				items: {
					item_id: components['schemas']['ItemId'];
					chat_session_uid: string;
					sequence: number;
					/**
					 * @description succeeded: holds and is recoverable, though not every client has refreshed; rejected: refused by business rules
					 * @enum {string}
					 */
					status: 'succeeded' | 'rejected';
					reason?: components['schemas']['GroupReason'];
					/** @description True on the first withdrawal, false when already withdrawn */
					changed: boolean;
					/** @description On success: version time of the first withdrawal, Unix milliseconds */
					withdrawn_at?: components['schemas']['Timestamp'];
				}[];
			};
		};
		'batchGetGroupMembers.request': {
			items: {
				item_id: components['schemas']['ItemId'];
				chat_session_uid: string;
				/** @description Existing or historical member */
				target_user_ref: string;
			}[];
		};
		/**
		 * @description The documents describe this shape for the group-member operations and leave open to which
		 *     of the three (read, remove, restrict) it belongs: read it tolerantly.
		 */
		'batchGetGroupMembers.response': components['schemas']['Envelope'] & {
			data?: {
				items: {
					item_id: components['schemas']['ItemId'];
					chat_session_uid: string;
					target_user_ref: string;
					/** @enum {string} */
					status: 'succeeded' | 'rejected';
					reason?: components['schemas']['GroupReason'];
					/** @description On success the persisted fact; nothing unauthorised on failure */
					member?: components['schemas']['GroupMember'] | null;
				}[];
			};
		};
		'listGroupJoinRestrictions.request': {
			/** @description A group that the caller owns */
			chat_session_uid: string;
			/** @default 30 */
			limit: number;
			page_cursor?: components['schemas']['PageCursor'];
		};
		'listGroupJoinRestrictions.response': components['schemas']['Envelope'] & {
			data?: {
				items: components['schemas']['JoinRestriction'][];
				has_more: boolean;
				next_page_cursor?: components['schemas']['NextPageCursor'];
			};
		};
		/** @enum {string} */
		ImportedConversationKind: 'direct' | 'group';
		/** @description External account and conversation IDs are never returned */
		ImportedConversation: {
			conversation_uid: string;
			kind: components['schemas']['ImportedConversationKind'];
			display_name: string;
			remark?: string;
			nickname?: string;
			avatar_url?: string;
			/** @description Like all counts, of the current snapshot */
			message_count: number;
			voice_count: number;
			image_count: number;
			emoji_count: number;
			video_count: number;
			first_sent_at?: components['schemas']['Timestamp'];
			last_sent_at?: components['schemas']['Timestamp'];
			/** @description Earliest import, Unix milliseconds */
			imported_at?: components['schemas']['Timestamp'];
			/** @description Of the snapshot, read-only */
			version: number;
		};
		ImportedConversationCandidate: {
			conversation_uid: string;
			kind: components['schemas']['ImportedConversationKind'];
			display_name: string;
			remark?: string;
			nickname?: string;
			first_sent_at?: components['schemas']['Timestamp'];
			last_sent_at?: components['schemas']['Timestamp'];
		};
		ImportedSender: {
			/** @description Not an identity key */
			display_name: string;
			/** @description Belongs to the imported account of the current user */
			is_self: boolean;
		};
		ImportedMessage: {
			message_uid: string;
			/** @description Original send time, Unix milliseconds */
			sent_at: components['schemas']['Timestamp'];
			/** @enum {string} */
			kind: 'text' | 'image' | 'voice' | 'video' | 'emoji' | 'call' | 'location' | 'other';
			/** @description May be empty for media */
			text_content?: string;
			/** @description Cut by the per-message limit of the platform */
			content_truncated: boolean;
			/** @description Does not mean that a media address is accessible */
			has_media: boolean;
			mime_type?: string;
			media_size_bytes?: number;
			media_duration_ms?: number;
		};
		ImportedMessageInList: components['schemas']['ImportedMessage'] & {
			/** @description Index into senders of the same page */
			sender_index: number;
		};
		ImportedMessageRead: components['schemas']['ImportedMessage'] & {
			conversation_uid: string;
			sender: components['schemas']['ImportedSender'];
		};
		ImportedGroupMember: {
			display_name: string;
			avatar_url?: string;
			/** @description Friend at import time */
			is_friend: boolean;
			is_self: boolean;
		};
		'queryXchatImportConversations.request': {
			/** @description A confirmed account; only private chats bound to this person; nothing is inferred from names */
			participant_user_ref?: string;
			/** @description On latest message time, inclusive, Unix milliseconds */
			start_at?: components['schemas']['Timestamp'];
			/** @description On latest message time, exclusive, Unix milliseconds */
			end_at?: components['schemas']['Timestamp'];
			/** @default 20 */
			limit: number;
			page_cursor?: components['schemas']['PageCursor'];
		};
		'queryXchatImportConversations.response': components['schemas']['Envelope'] & {
			data?: {
				items: components['schemas']['ImportedConversation'][];
				has_more: boolean;
				next_page_cursor?: components['schemas']['NextPageCursor'];
			};
		};
		'resolveXchatImportConversations.request': {
			items: {
				item_id: components['schemas']['ItemId'];
				/** @description Matched literally with remark, nickname or group name */
				query: string;
				/** @description Any when omitted */
				kind?: components['schemas']['ImportedConversationKind'];
				/** @default 5 */
				limit: number;
				page_cursor?: components['schemas']['PageCursor'];
			}[];
		};
		'resolveXchatImportConversations.response': components['schemas']['Envelope'] & {
			data?: {
				items: {
					item_id: components['schemas']['ItemId'];
					candidates: components['schemas']['ImportedConversationCandidate'][];
					/** @description The scan continues, even after an empty page */
					has_more: boolean;
					next_page_cursor?: components['schemas']['NextPageCursor'];
				}[];
			};
		};
		'batchGetXchatImportConversations.request': {
			conversation_uids: string[];
		};
		'batchGetXchatImportConversations.response': components['schemas']['Envelope'] & {
			data?: {
				items: {
					conversation_uid: string;
					/** @description False: unreadable for now, which proves no absence */
					found: boolean;
					conversation?: components['schemas']['ImportedConversation'] | null;
				}[];
			};
		};
		'queryXchatImportMessages.request': {
			conversation_uid: string;
			kinds?: ('text' | 'image' | 'voice' | 'video' | 'emoji' | 'call' | 'location')[];
			/** @description On sent time, inclusive, Unix milliseconds */
			start_at?: components['schemas']['Timestamp'];
			/** @description On sent time, exclusive, Unix milliseconds */
			end_at?: components['schemas']['Timestamp'];
			/** @default 20 */
			limit: number;
			page_cursor?: components['schemas']['PageCursor'];
		};
		'queryXchatImportMessages.response': components['schemas']['Envelope'] & {
			data?: {
				conversation_uid: string;
				/** @description Whether a readable snapshot of the conversation was found */
				found: boolean;
				/** @description Each once per page */
				senders: components['schemas']['ImportedSender'][];
				items: components['schemas']['ImportedMessageInList'][];
				has_more: boolean;
				next_page_cursor?: components['schemas']['NextPageCursor'];
			};
		};
		'batchGetXchatImportMessages.request': {
			message_uids: string[];
		};
		'batchGetXchatImportMessages.response': components['schemas']['Envelope'] & {
			data?: {
				items: {
					message_uid: string;
					/** @description False: unreadable for now, which proves no absence */
					found: boolean;
					message?: components['schemas']['ImportedMessageRead'] | null;
				}[];
			};
		};
		'listXchatImportGroupMembers.request': {
			/** @description A group */
			conversation_uid: string;
			/** @default 20 */
			limit: number;
			page_cursor?: components['schemas']['PageCursor'];
		};
		'listXchatImportGroupMembers.response': components['schemas']['Envelope'] & {
			data?: {
				conversation_uid: string;
				/**
				 * @description available: roster readable; unavailable: conversation inaccessible or no roster saved by the import; not_group: not a group
				 * @enum {string}
				 */
				roster_state: 'available' | 'unavailable' | 'not_group';
				items: components['schemas']['ImportedGroupMember'][];
				has_more: boolean;
				next_page_cursor?: components['schemas']['NextPageCursor'];
			};
		};
		/**
		 * @description ready: readable, no gap found, which guarantees neither text over the whole duration nor accuracy;
		 *     partial: some text, segments still processing or unreadable; failed: no readable transcript;
		 *     unavailable: no readable transcript, and neither silence nor loss nor failure follows from it.
		 * @enum {string}
		 */
		RecordingTranscriptState: 'ready' | 'partial' | 'processing' | 'failed' | 'unavailable';
		Recording: {
			recording_uid: string;
			name?: string;
			start_at: components['schemas']['Timestamp'];
			/** @description Confirmed end, Unix milliseconds; 0 when not confirmed yet */
			end_at?: components['schemas']['Timestamp'];
			/** @description Confirmed so far */
			duration_ms: number;
			/**
			 * @description long: continuous recording session; file_upload: imported audio file
			 * @enum {string}
			 */
			source: 'long' | 'file_upload';
			/** @enum {string} */
			ingest_origin: 'legacy_unknown' | 'user_client' | 'device';
			/** @description Takes no more audio segments */
			sealed: boolean;
			transcript_state: components['schemas']['RecordingTranscriptState'];
			/** @description Read-only */
			version: number;
		};
		RecordingSpeakerCandidate: {
			/** @description A formal speaker label, only for speaker_uids of queryRecordings */
			speaker_uid: string;
			display_name: string;
			/** @description Several labels may link to one user_ref */
			user_ref?: string;
		};
		RecordingSpeaker: {
			/**
			 * @description user: resolved to an account; named: named, not linked; anonymous: stable within the recording
			 * @enum {string}
			 */
			kind: 'user' | 'named' | 'anonymous' | 'unknown';
			display_name: string;
			/** @description When kind is user */
			user_ref?: string;
		};
		/** @description In full mode the fragments of a sentence share utterance_index and join by their offsets (code points) */
		RecordingUtterance: {
			/** @description From the start of the recording */
			start_offset_ms: number;
			/** @description From the start of the recording */
			end_offset_ms: number;
			/** @description Index into speakers of the same page */
			speaker_index: number;
			text: string;
			/** @description Not the whole sentence, which does not mean that text is missing after reading on */
			truncated: boolean;
			/** @description In full mode; not reusable across recordings or result snapshots */
			utterance_index?: number | null;
			/** @description In full mode */
			text_start_offset?: number | null;
			/** @description In full mode */
			text_end_offset?: number | null;
			/** @description In full mode; fragments should cover it without gaps */
			text_total_length?: number | null;
		};
		/** @enum {string} */
		SummaryKind: 'daily_summary' | 'timeline';
		/** @enum {string} */
		SummaryGenerationState: 'processing' | 'completed' | 'failed';
		SummaryVersion: {
			/** @description Not interchangeable with recording_uid */
			summary_uid: string;
			kind: components['schemas']['SummaryKind'];
			/**
			 * @description Generated automatically, for reference
			 * @enum {string}
			 */
			content_origin: 'business_recording_summary';
			generation_state: components['schemas']['SummaryGenerationState'];
			/** @description Start of the covered range, Unix milliseconds; not every utterance in it need appear */
			start_at: components['schemas']['Timestamp'];
			end_at: components['schemas']['Timestamp'];
			/** @description Midnight of the local day, Unix milliseconds */
			day_start_at: components['schemas']['Timestamp'];
			created_at: components['schemas']['Timestamp'];
			/** @description Unix milliseconds; not the time generation completed */
			updated_at: components['schemas']['Timestamp'];
			model_display_name?: string;
		};
		'queryRecordings.request': {
			/**
			 * @description By recording start, ties by UID; desc starts from the latest
			 * @default asc
			 * @enum {string}
			 */
			order: 'asc' | 'desc';
			/** @description Any match suffices; at most 20 together with speaker_uids */
			speaker_user_refs?: string[];
			/** @description From resolveRecordingSpeakers; at most 20 together with speaker_user_refs */
			speaker_uids?: string[];
			/** @description Inclusive, Unix milliseconds; unbounded when omitted */
			start_at?: components['schemas']['Timestamp'];
			/** @description Exclusive, Unix milliseconds; unbounded when omitted */
			end_at?: components['schemas']['Timestamp'];
			/** @default 20 */
			limit: number;
			page_cursor?: components['schemas']['PageCursor'];
		};
		'queryRecordings.response': components['schemas']['Envelope'] & {
			data?: {
				items: components['schemas']['Recording'][];
				has_more: boolean;
				next_page_cursor?: components['schemas']['NextPageCursor'];
			};
		};
		'resolveRecordingSpeakers.request': {
			items: {
				item_id: components['schemas']['ItemId'];
				/** @description Matched literally with label names */
				query: string;
				/** @default 5 */
				limit: number;
				page_cursor?: components['schemas']['PageCursor'];
			}[];
		};
		'resolveRecordingSpeakers.response': components['schemas']['Envelope'] & {
			data?: {
				items: {
					item_id: components['schemas']['ItemId'];
					candidates: components['schemas']['RecordingSpeakerCandidate'][];
					/** @description The scan continues, even after an empty page */
					has_more: boolean;
					next_page_cursor?: components['schemas']['NextPageCursor'];
				}[];
			};
		};
		'batchGetRecordings.request': {
			recording_uids: string[];
		};
		'batchGetRecordings.response': components['schemas']['Envelope'] & {
			data?: {
				items: {
					recording_uid: string;
					/** @description False: unreadable for now, which proves no absence */
					found: boolean;
					recording?: components['schemas']['Recording'] | null;
				}[];
			};
		};
		'queryRecordingTranscript.request': {
			recording_uid: string;
			/**
			 * @description Counts utterances in bounded mode, text fragments in full mode
			 * @default 100
			 */
			limit: number;
			page_cursor?: components['schemas']['PageCursor'];
			/**
			 * @description bounded: utterances of at most 4000 characters, a cut tail is not recovered by paging; full: whole wording in fragments
			 * @default bounded
			 * @enum {string}
			 */
			text_mode: 'bounded' | 'full';
			/** @description Inclusive, Unix milliseconds; whole utterances by overlap; the whole recording without a window */
			start_at?: components['schemas']['Timestamp'];
			/** @description Exclusive, Unix milliseconds; unbounded when omitted */
			end_at?: components['schemas']['Timestamp'];
		};
		'queryRecordingTranscript.response': components['schemas']['Envelope'] & {
			data?: {
				recording_uid: string;
				found: boolean;
				transcript_state?: components['schemas']['RecordingTranscriptState'];
				/** @description Each once per page */
				speakers: components['schemas']['RecordingSpeaker'][];
				utterances: components['schemas']['RecordingUtterance'][];
				has_more: boolean;
				next_page_cursor?: components['schemas']['NextPageCursor'];
			};
		};
		'queryRecordingSummaries.request': {
			/** @description Both when omitted */
			kinds?: components['schemas']['SummaryKind'][];
			/** @description All when omitted */
			generation_states?: components['schemas']['SummaryGenerationState'][];
			/** @description Inclusive, Unix milliseconds, overlap with the covered range; unbounded when omitted or 0 */
			start_at?: components['schemas']['Timestamp'];
			/** @description Exclusive, Unix milliseconds; unbounded when omitted or 0 */
			end_at?: components['schemas']['Timestamp'];
			/**
			 * @description Not by update time
			 * @default desc
			 * @enum {string}
			 */
			order: 'asc' | 'desc';
			/** @default 20 */
			limit: number;
			page_cursor?: components['schemas']['PageCursor'];
		};
		'queryRecordingSummaries.response': components['schemas']['Envelope'] & {
			data?: {
				items: components['schemas']['SummaryVersion'][];
				has_more: boolean;
				next_page_cursor?: components['schemas']['NextPageCursor'];
			};
		};
		'readRecordingSummary.request': {
			summary_uid: string;
			/**
			 * @description Code points
			 * @default 10000
			 */
			limit: number;
			page_cursor?: components['schemas']['PageCursor'];
		};
		'readRecordingSummary.response': components['schemas']['Envelope'] & {
			data?: {
				summary_uid: string;
				/** @description False: absent, deleted or no access */
				found: boolean;
				summary?: components['schemas']['SummaryVersion'] | null;
				/**
				 * @description Omitted when found is false. ready: body readable; processing: still generating; failed: generation failed; unavailable: generation ended without readable body
				 * @enum {string}
				 */
				content_state?: 'ready' | 'processing' | 'failed' | 'unavailable';
				/**
				 * @description json: a single page need not be parseable; text: also for unrecognised formats
				 * @enum {string}
				 */
				format?: 'markdown' | 'json' | 'text';
				/** @description Empty unless content_state is ready */
				text: string;
				/** @description Inclusive, code points */
				text_start_offset: number;
				/** @description Exclusive, code points; not aligned to paragraphs or JSON */
				text_end_offset: number;
				/** @description Code points, 0 when unreadable */
				text_total_length: number;
				has_more: boolean;
				next_page_cursor?: components['schemas']['NextPageCursor'];
			};
		};
		/**
		 * @description incoming: the account is the callee; outgoing: the account is the calling party
		 * @enum {string}
		 */
		CallDirection: 'incoming' | 'outgoing';
		/** @enum {string} */
		CallConnectionState: 'connected' | 'not_connected';
		/** @enum {string} */
		CallMediaType: 'audio' | 'video';
		/** @enum {string} */
		CallContentState: 'ready' | 'processing' | 'failed' | 'unavailable';
		Call: {
			call_uid: string;
			/**
			 * Format: date-time
			 * @description RFC 3339 UTC
			 */
			started_at: string;
			/** @description From connecting, or from the start without connect time; 0 when the end time is missing or invalid */
			duration_ms: number;
			direction: components['schemas']['CallDirection'];
			connection_state: components['schemas']['CallConnectionState'];
			media_type: components['schemas']['CallMediaType'];
			/**
			 * @description cancelled: by the initiator; rejected: by the callee; unknown: historical or extended
			 * @enum {string}
			 */
			result:
				'normal_end' | 'cancelled' | 'rejected' | 'not_answered' | 'busy' | 'offline' | 'unknown';
			participants: components['schemas']['CallParticipant'][];
			/** @description The list is incomplete */
			participants_truncated: boolean;
			transcript_state: components['schemas']['CallContentState'];
			summary_state: components['schemas']['CallContentState'];
			/** @description Present when summary_state is ready */
			summary?: components['schemas']['CallSummary'] | null;
		};
		CallParticipant: {
			user_ref: string;
			display_name: string;
			/** @enum {string} */
			role: 'caller' | 'callee';
			/** @description Ever connected in this call */
			connected: boolean;
			is_self: boolean;
		};
		CallSummary: {
			text: string;
			/** @enum {string} */
			source: 'template' | 'legacy';
			truncated: boolean;
		};
		CallSpeaker: {
			display_name: string;
			/**
			 * @description participant: exact; participant_side: one side only, never a specific person
			 * @enum {string}
			 */
			resolution: 'participant' | 'participant_side' | 'unknown';
			/** @description Only when resolution is participant */
			user_ref?: string;
		};
		CallUtterance: {
			/** @description From the start of the call recording */
			start_ms: number;
			/** @description From the start of the call recording */
			end_ms: number;
			/** @description Index into speakers of the same page */
			speaker_index: number;
			text: string;
			truncated: boolean;
		};
		'queryCalls.request': {
			/** @description Inclusive, Unix milliseconds; 30 days before the end when omitted */
			start_at?: components['schemas']['Timestamp'];
			/** @description Inclusive, Unix milliseconds; now when omitted or later than now */
			end_at?: components['schemas']['Timestamp'];
			directions?: components['schemas']['CallDirection'][];
			connection_states?: components['schemas']['CallConnectionState'][];
			media_types?: components['schemas']['CallMediaType'][];
			results?: ('normal_end' | 'cancelled' | 'rejected' | 'not_answered' | 'busy' | 'offline')[];
			chat_session_uids?: string[];
			/** @description Any match, intersected with the other conditions */
			participant_user_refs?: string[];
			/** @default 20 */
			limit: number;
			page_cursor?: components['schemas']['PageCursor'];
		};
		'queryCalls.response': components['schemas']['Envelope'] & {
			data?: {
				items: components['schemas']['Call'][];
				has_more: boolean;
				next_page_cursor?: components['schemas']['NextPageCursor'];
			};
		};
		'batchGetCalls.request': {
			call_uids: string[];
		};
		'batchGetCalls.response': components['schemas']['Envelope'] & {
			data?: {
				items: {
					call_uid: string;
					/** @description False: unreadable for now, which proves no absence */
					found: boolean;
					call?: components['schemas']['Call'] | null;
				}[];
			};
		};
		'queryCallTranscript.request': {
			call_uid: string;
			/**
			 * @description Counts sentences
			 * @default 100
			 */
			limit: number;
			page_cursor?: components['schemas']['PageCursor'];
		};
		'queryCallTranscript.response': components['schemas']['Envelope'] & {
			data?: {
				call_uid: string;
				found: boolean;
				transcript_state?: components['schemas']['CallContentState'];
				/** @description Each once per page */
				speakers: components['schemas']['CallSpeaker'][];
				utterances: components['schemas']['CallUtterance'][];
				has_more: boolean;
				next_page_cursor?: components['schemas']['NextPageCursor'];
			};
		};
		/** @description Where a record is filed; a chat UID is never accepted */
		Container:
			| {
					/** @constant */
					kind: 'topic';
					/** @description A personal topic */
					topic_uid: string;
			  }
			| {
					/** @constant */
					kind: 'unclassified';
			  };
		Topic: {
			/** @description Always a topic */
			container: components['schemas']['Container'] & {
				/** @constant */
				kind?: 'topic';
			};
			/** @description Omitted for a root topic */
			parent_topic_uid?: string;
			title: string;
			display_path: string;
			created_at?: components['schemas']['Timestamp'];
		};
		Record: {
			/** @description Never a chat or topic UID */
			record_uid: string;
			/**
			 * @description available: valid, body visible; protected: exists, body withheld; deleted: soft-deleted and
			 *     hidden: only public facts of state; missing: no such record in the scope of the account
			 * @enum {string}
			 */
			state: 'available' | 'protected' | 'deleted' | 'hidden' | 'missing';
			creator_user_ref?: string;
			/**
			 * @description self: formed by the account itself; topic: from a personal topic
			 * @enum {string}
			 */
			origin?: 'self' | 'topic' | 'private_chat' | 'group_chat';
			/** @description Omitted when not visible or absent */
			title?: string;
			/** @description Omitted when not visible or absent */
			text_content?: string;
			/** @description Business time in Unix milliseconds */
			send_at?: components['schemas']['Timestamp'];
			/** @description Protects updates and deletions against concurrent change */
			version?: number;
			/** @description Always there for available records of batchGetRecords, other queries may omit it */
			container?: components['schemas']['Container'] | null;
		};
		/** @description Where a hit comes from; a direct hit has no source UID */
		RecordSource:
			| {
					/** @constant */
					kind: 'record';
					topic_uid?: never;
					chat_session_uid?: never;
			  }
			| {
					/** @constant */
					kind: 'topic';
					topic_uid: string;
			  }
			| {
					/** @constant */
					kind: 'chat';
					chat_session_uid: string;
			  };
		'listRecordContainers.request': {
			/** @default 50 */
			limit: number;
			page_cursor?: components['schemas']['PageCursor'];
		};
		'listRecordContainers.response': components['schemas']['Envelope'] & {
			data?: {
				items: components['schemas']['Topic'][];
				has_more: boolean;
				next_page_cursor?: components['schemas']['NextPageCursor'];
			};
		};
		'resolveRecordContainers.request': {
			items: {
				item_id: components['schemas']['ItemId'];
				/** @description Topic name or hierarchical path */
				query: string;
				/** @default 5 */
				limit: number;
				page_cursor?: components['schemas']['PageCursor'];
			}[];
		};
		'resolveRecordContainers.response': components['schemas']['Envelope'] & {
			data?: {
				items: {
					item_id: string;
					candidates: components['schemas']['Topic'][];
					has_more: boolean;
					next_page_cursor?: components['schemas']['NextPageCursor'];
				}[];
			};
		};
		'queryRecordTimeline.request': {
			/** @description Inclusive; without it unbounded */
			start_at?: components['schemas']['Timestamp'];
			/** @description Inclusive; without it unbounded */
			end_at?: components['schemas']['Timestamp'];
			page_cursor?: components['schemas']['PageCursor'];
			/**
			 * @description By send_at
			 * @default desc
			 * @enum {string}
			 */
			order: 'asc' | 'desc';
			/** @default 50 */
			limit: number;
			creator_user_refs?: string[];
			/** @description Without it all */
			origins?: ('self' | 'topic' | 'private_chat' | 'group_chat')[];
			/** @description Exactly this topic, or only records that are unclassified now */
			container?: components['schemas']['Container'] | null;
		};
		'queryRecordTimeline.response': components['schemas']['Envelope'] & {
			data?: {
				/** @description In the requested order */
				items: components['schemas']['Record'][];
				has_more: boolean;
				next_page_cursor?: components['schemas']['NextPageCursor'];
			};
		};
		'searchRecords.request': {
			keyword: string;
			/** @default 20 */
			limit: number;
			page_cursor?: components['schemas']['PageCursor'];
			/** Format: date */
			start_date?: string;
			/**
			 * Format: date
			 * @description Not earlier than start_date
			 */
			end_date?: string;
			/** @description IANA identifier, given exactly when a date is */
			timezone?: string;
			creator_user_refs?: string[];
		};
		'searchRecords.response': components['schemas']['Envelope'] & {
			data?: {
				/** @description Empty when refinement_required is true */
				items: {
					record: components['schemas']['Record'];
					source: components['schemas']['RecordSource'];
					matched_fields: ('title' | 'body')[];
					snippet: string;
				}[];
				/** @description A capacity guard fired, the search must be narrowed */
				refinement_required: boolean;
				/** @description What to narrow; not for paging */
				refinement_reasons?: (
					'keyword_too_short' | 'visible_scope_too_large' | 'candidate_overflow'
				)[];
				has_more: boolean;
				next_page_cursor?: components['schemas']['NextPageCursor'];
			};
		};
		'batchGetRecords.request': {
			record_uids: string[];
		};
		'batchGetRecords.response': components['schemas']['Envelope'] & {
			data?: {
				/** @description In input order; available records have container and version */
				items: (components['schemas']['Record'] & unknown)[];
			};
		};
		'createRecords.item': {
			item_id: components['schemas']['ItemId'];
			idempotency_key: components['schemas']['IdempotencyKey'];
			/** @description When empty the body may be displayed instead */
			title?: string;
			text_content: string;
			/** @description Business time; unchanged on retry */
			send_at: components['schemas']['Timestamp'];
			/** @description Without it the record is unclassified */
			container?: components['schemas']['Container'] | null;
		};
		'createRecords.request': {
			items: components['schemas']['createRecords.item'][];
		};
		'createRecords.response': components['schemas']['Envelope'] & {
			data?: {
				items: {
					item_id: string;
					record_uid: string;
					/** @description Where the record is now: a repeated request after a move shows the latest container */
					container: components['schemas']['Container'];
				}[];
			};
		};
		'updateRecords.item': {
			item_id: components['schemas']['ItemId'];
			idempotency_key: components['schemas']['IdempotencyKey'];
			record_uid: string;
			/** @description The version last read; another one rejects */
			expected_version: number;
			/** @description Unchanged on retry */
			edit_at: components['schemas']['Timestamp'];
			/** @description Omitted keeps, an empty string clears */
			title?: string | null;
			/** @description Omitted keeps, an empty string clears */
			text_content?: string | null;
		};
		'updateRecords.request': {
			items: components['schemas']['updateRecords.item'][];
		};
		'updateRecords.response': components['schemas']['Envelope'] & {
			data?: {
				items: {
					item_id: string;
					record_uid: string;
					/** @enum {string} */
					status: 'succeeded' | 'rejected';
					/** @enum {string} */
					reason?:
						| 'not_self_created'
						| 'protected'
						| 'not_active'
						| 'stale_version'
						| 'record_not_found'
						| 'revision_conflict'
						| 'invalid_record_state';
					/** @description The new version, only on success */
					version?: number;
				}[];
			};
		};
		'moveRecords.request': {
			items: {
				item_id: components['schemas']['ItemId'];
				record_uid: string;
				/** @description The container last read; another one rejects */
				expected_container: components['schemas']['Container'];
				destination: components['schemas']['Container'];
			}[];
		};
		'moveRecords.response': components['schemas']['Envelope'] & {
			data?: {
				items: {
					item_id: string;
					record_uid: string;
					/** @enum {string} */
					status: 'succeeded' | 'rejected';
					/** @enum {string} */
					reason?:
						| 'not_self_created'
						| 'protected'
						| 'not_active'
						| 'record_not_found'
						| 'destination_unavailable'
						| 'invalid_record_state'
						| 'container_changed';
					/** @description On success the container after the move */
					container?: components['schemas']['Container'] | null;
				}[];
			};
		};
		'deleteRecords.request': {
			items: {
				item_id: components['schemas']['ItemId'];
				record_uid: string;
				/** @description The version last read; another one rejects */
				expected_version: number;
			}[];
		};
		'deleteRecords.response': components['schemas']['Envelope'] & {
			data?: {
				items: {
					item_id: string;
					record_uid: string;
					/** @enum {string} */
					status: 'succeeded' | 'rejected';
					/** @enum {string} */
					reason?:
						| 'not_self_created'
						| 'protected'
						| 'not_active'
						| 'stale_version'
						| 'record_not_found'
						| 'invalid_record_state';
				}[];
			};
		};
		Arrangement: {
			/** @description Only for arrangement operations */
			arrangement_uid: string;
			title?: string;
			description?: string;
			/**
			 * @description deleted: soft-deleted, only in reads and write results that mention it
			 * @enum {string}
			 */
			status: 'identified' | 'following' | 'completed' | 'deleted';
			/** @description A personal topic, never a chat */
			topic_uid?: string;
			due_at?: components['schemas']['Timestamp'];
			/** @description Planned reminder time */
			remind_at?: components['schemas']['Timestamp'];
			reminder_enabled: boolean;
			/**
			 * @description pending: scheduled; cancelled: the plan was cancelled; disabled: reminders are not enabled
			 * @enum {string}
			 */
			reminder_state?: 'pending' | 'delivered' | 'cancelled' | 'disabled';
			version: number;
			created_at?: components['schemas']['Timestamp'];
			updated_at: components['schemas']['Timestamp'];
		};
		ArrangementResult: {
			item_id: string;
			/**
			 * @description succeeded: use the returned facts; rejected: nothing changed, re-read or correct by reason
			 * @enum {string}
			 */
			status: 'succeeded' | 'rejected';
			/**
			 * @description Omitted on success. not_found: not in the scope of the account; state_changed: status differs from
			 *     expected_status; version_changed: version differs from expected_version
			 * @enum {string}
			 */
			reason?: 'not_found' | 'state_changed' | 'version_changed';
			/** @description The full facts after success */
			arrangement?: components['schemas']['Arrangement'] | null;
		};
		'queryArrangements.request': {
			/** @description Without it all that are not deleted */
			statuses?: ('identified' | 'following' | 'completed')[];
			arrangement_uids?: string[];
			/** @description A personal topic */
			topic_uid?: string;
			/** @description A related record */
			record_uid?: string;
			/** @description Inclusive */
			due_start_at?: components['schemas']['Timestamp'];
			/** @description Inclusive */
			due_end_at?: components['schemas']['Timestamp'];
			/** @description Inclusive; with statuses both must hold, latest update in range and current status listed */
			updated_start_at?: components['schemas']['Timestamp'];
			/** @description Inclusive */
			updated_end_at?: components['schemas']['Timestamp'];
			/** @default 20 */
			limit: number;
			page_cursor?: components['schemas']['PageCursor'];
		};
		'queryArrangements.response': components['schemas']['Envelope'] & {
			data?: {
				items: (components['schemas']['Arrangement'] & {
					/** @enum {unknown} */
					status?: 'identified' | 'following' | 'completed';
				})[];
				has_more: boolean;
				next_page_cursor?: components['schemas']['NextPageCursor'];
			};
		};
		'batchGetArrangements.request': {
			arrangement_uids: string[];
		};
		'batchGetArrangements.response': components['schemas']['Envelope'] & {
			data?: {
				/** @description In input order */
				items: {
					arrangement_uid: string;
					/** @description false: not readable now, which does not prove deletion */
					found: boolean;
					/** @description Its status may be deleted */
					arrangement?: components['schemas']['Arrangement'] | null;
				}[];
			};
		};
		'createArrangements.item': {
			item_id: components['schemas']['ItemId'];
			idempotency_key: components['schemas']['IdempotencyKey'];
			title: string;
			description?: string;
			/** @description As listRecordContainers or resolveRecordContainers return it, never a chat */
			topic_uid?: string;
			due_at?: components['schemas']['Timestamp'];
		};
		'createArrangements.request': {
			items: components['schemas']['createArrangements.item'][];
		};
		'createArrangements.response': components['schemas']['Envelope'] & {
			data?: {
				items: components['schemas']['ArrangementResult'][];
			};
		};
		'updateArrangements.item': {
			item_id: components['schemas']['ItemId'];
			arrangement_uid: string;
			/** @description The version last read; another one rejects unless the given fields are already in effect */
			expected_version: number;
			/** @description Omitted keeps */
			title?: string | null;
			/** @description Omitted keeps, an empty string clears */
			description?: string | null;
			/** @description Omitted keeps, 0 clears */
			due_at?: components['schemas']['Timestamp'] | null;
		};
		'updateArrangements.request': {
			items: components['schemas']['updateArrangements.item'][];
		};
		'updateArrangements.response': components['schemas']['Envelope'] & {
			data?: {
				items: components['schemas']['ArrangementResult'][];
			};
		};
		'transitionArrangements.request': {
			items: {
				item_id: components['schemas']['ItemId'];
				arrangement_uid: string;
				/** @enum {string} */
				expected_status: 'identified' | 'following' | 'completed';
				/** @enum {string} */
				target_status: 'identified' | 'following' | 'completed';
			}[];
		};
		'transitionArrangements.response': components['schemas']['Envelope'] & {
			data?: {
				items: components['schemas']['ArrangementResult'][];
			};
		};
		'deleteArrangements.request': {
			items: {
				item_id: components['schemas']['ItemId'];
				arrangement_uid: string;
				/** @enum {string} */
				expected_status: 'identified' | 'following' | 'completed';
			}[];
		};
		'deleteArrangements.response': components['schemas']['Envelope'] & {
			data?: {
				items: components['schemas']['ArrangementResult'][];
			};
		};
		Team: {
			/** @description Stable within the account; only for fields of this name */
			team_ref: string;
			/** @description For display only */
			name: string;
			/** @description The exact public ID to join with */
			svc_id: string;
			/** @enum {string} */
			current_user_role: 'owner' | 'admin' | 'member';
			created_at: components['schemas']['Timestamp'];
			updated_at: components['schemas']['Timestamp'];
		};
		TeamMember: {
			/** @description Not interchangeable with team_ref */
			user_ref: string;
			/** @description For display only */
			display_name: string;
			/** @description Omitted when the profile is unavailable */
			svc_id?: string;
			/**
			 * @description ready: profile complete; incomplete: some public display data not ready; unavailable: no public
			 *     identity data, the membership stays valid
			 * @enum {string}
			 */
			identity_state: 'ready' | 'incomplete' | 'unavailable';
			/** @enum {string} */
			role: 'owner' | 'admin' | 'member';
			/** @description For the owner the creation time of the team */
			joined_at: components['schemas']['Timestamp'];
		};
		'removeTeamMembers.request': {
			items: {
				item_id: components['schemas']['ItemId'];
				/** @description From listMyTeams or resolveMyTeams, a team the caller owns */
				team_ref: string;
				/** @description Normally from listTeamMembers, no nickname or identifier of a group conversation */
				target_user_ref: string;
			}[];
		};
		'removeTeamMembers.response': components['schemas']['Envelope'] & {
			data?: {
				items: {
					item_id: string;
					/**
					 * @description succeeded: also when there was no such member
					 * @enum {string}
					 */
					status: 'succeeded' | 'rejected';
					/**
					 * @description Team unavailable, caller not its owner, or target its owner; does not tell whether a
					 *     team the caller cannot see exists
					 * @enum {string}
					 */
					reason?: 'removal_not_allowed';
				}[];
			};
		};
		'listMyTeams.request': {
			/** @default 50 */
			limit: number;
			page_cursor?: components['schemas']['PageCursor'];
		};
		'listMyTeams.response': components['schemas']['Envelope'] & {
			data?: {
				items: components['schemas']['Team'][];
				total_count: number;
				has_more: boolean;
				next_page_cursor?: components['schemas']['NextPageCursor'];
			};
		};
		'resolveMyTeams.request': {
			items: {
				item_id: components['schemas']['ItemId'];
				/** @description The exact svc_id or the exact name */
				query: string;
				/** @default 5 */
				limit: number;
				page_cursor?: components['schemas']['PageCursor'];
			}[];
		};
		'resolveMyTeams.response': components['schemas']['Envelope'] & {
			data?: {
				items: {
					item_id: string;
					candidates: components['schemas']['Team'][];
					has_more: boolean;
					next_page_cursor?: components['schemas']['NextPageCursor'];
				}[];
			};
		};
		'listTeamMembers.request': {
			/** @description From listMyTeams or resolveMyTeams */
			team_ref: string;
			/** @default 50 */
			limit: number;
			page_cursor?: components['schemas']['PageCursor'];
		};
		'listTeamMembers.response': components['schemas']['Envelope'] & {
			data?: {
				team: components['schemas']['Team'];
				items: components['schemas']['TeamMember'][];
				/** @description Valid members, the owner included */
				total_count: number;
				has_more: boolean;
				next_page_cursor?: components['schemas']['NextPageCursor'];
			};
		};
		'createTeams.request': {
			items: {
				item_id: components['schemas']['ItemId'];
				/** @description The same for the same intent (retries), another for another; no character set is documented here */
				idempotency_key: string;
				name: string;
				/** @description The public ID to be; starts with a letter */
				svc_id: string;
			}[];
		};
		'createTeams.response': components['schemas']['Envelope'] & {
			data?: {
				items: {
					item_id: string;
					/**
					 * @description succeeded: the team is confirmed as asked for
					 * @enum {string}
					 */
					status: 'succeeded' | 'rejected';
					/**
					 * @description svc_id_unavailable: the public ID is taken; idempotency_conflict: the key belongs to another
					 *     creation
					 * @enum {string}
					 */
					reason?: 'svc_id_unavailable' | 'idempotency_conflict';
					/** @description On success */
					team?: components['schemas']['Team'] | null;
				}[];
			};
		};
		'joinTeamsByPublicID.request': {
			items: {
				item_id: components['schemas']['ItemId'];
				/** @description The exact public ID, not a name or team_ref */
				svc_id: string;
			}[];
		};
		'joinTeamsByPublicID.response': components['schemas']['Envelope'] & {
			data?: {
				items: {
					item_id: string;
					/** @enum {string} */
					status: 'succeeded' | 'rejected';
					/**
					 * @description No active team has this public ID
					 * @enum {string}
					 */
					reason?: 'team_not_found';
					/**
					 * @description joined: this call did it; already_member and owner: confirmed as before
					 * @enum {string}
					 */
					membership_state?: 'joined' | 'already_member' | 'owner';
					team?: components['schemas']['Team'] | null;
				}[];
			};
		};
		/** @description Internal storage paths and credentials are not returned */
		WorldFile: {
			file_asset_uid: string;
			file_name: string;
			mime_type: string;
			/** @enum {string} */
			media_type: 'image' | 'video' | 'voice' | 'file';
			/** @description Bytes */
			size: number;
			duration_millis?: number;
		};
		WorldExtension: {
			/** @description Identity in the market, which decides whether it can be installed */
			extension_id: string;
			/** @description Frozen at publication */
			version: string;
			name: string;
			description?: string;
			share_url?: string;
		};
		WorldRecord: {
			/** @description The UID of the source record */
			record_uid: string;
			/**
			 * @description published: public and approved; pending: awaiting review; rejected: failed review, only the owner
			 *     sees it; unpublished: withdrawn; missing: absent or not readable
			 * @enum {string}
			 */
			state: 'published' | 'pending' | 'rejected' | 'unpublished' | 'missing';
			author_user_ref?: string;
			/** @description Name at the time of publication */
			author_name?: string;
			title?: string;
			/** @description Plain text as published; later versions of the source do not change it */
			text_content?: string;
			/** @description The text of a list was cut, batchGetWorldRecords has the full body */
			text_truncated?: boolean;
			/**
			 * @description record: snapshot of an ordinary record; extension_publication: display snapshot of the publication
			 *     of a plug-in, not an editable record
			 * @enum {string}
			 */
			record_type?: 'record' | 'extension_publication';
			/** @description The direct parent in the world; absent at top level */
			parent_record_uid?: string;
			tags?: string[];
			published_at?: components['schemas']['Timestamp'];
			/** @description Business time of the source record */
			created_at?: components['schemas']['Timestamp'];
			/** @description Watermark for publishing and withdrawing, -1 when missing; never the version of the source record */
			publication_version: number;
			files?: components['schemas']['WorldFile'][];
			extension?: components['schemas']['WorldExtension'] | null;
		};
		/** @description A world record in a list, its text cut at 512 code points */
		WorldListRecord: components['schemas']['WorldRecord'] & {
			text_content?: unknown;
		};
		'queryWorldRecords.request': {
			/**
			 * @description public: what everyone has published and had approved; mine: all current publications of the caller, also
			 *     pending and withdrawn; author: what one author has published and had approved
			 * @default public
			 * @enum {string}
			 */
			scope: 'public' | 'mine' | 'author';
			/** @description Only with scope author */
			author_user_ref?: string;
			/** @enum {string} */
			record_type?: 'record' | 'extension_publication';
			/** @description A record must have all of them; each at most 100 bytes */
			tags?: string[];
			/** @description Publication time, inclusive */
			start_at?: components['schemas']['Timestamp'];
			/** @description Publication time, inclusive */
			end_at?: components['schemas']['Timestamp'];
			/** @default 20 */
			limit: number;
			page_cursor?: components['schemas']['PageCursor'];
		};
		'queryWorldRecords.response': components['schemas']['Envelope'] & {
			data?: {
				items: components['schemas']['WorldListRecord'][];
				has_more: boolean;
				next_page_cursor?: components['schemas']['NextPageCursor'];
			};
		};
		'batchGetWorldRecords.request': {
			record_uids: string[];
		};
		'batchGetWorldRecords.response': components['schemas']['Envelope'] & {
			data?: {
				/** @description In input order */
				items: components['schemas']['WorldRecord'][];
			};
		};
		'queryWorldReplies.request': {
			parent_record_uid: string;
			/** @default 20 */
			limit: number;
			page_cursor?: components['schemas']['PageCursor'];
		};
		'queryWorldReplies.response': components['schemas']['Envelope'] & {
			data?: {
				items: components['schemas']['WorldListRecord'][];
				has_more: boolean;
				next_page_cursor?: components['schemas']['NextPageCursor'];
			};
		};
		'publishWorldRecords.item': {
			item_id: components['schemas']['ItemId'];
			/** @description A readable source record of the caller */
			record_uid: string;
			/** @description The current version of the record, never the watermark */
			source_version: number;
			/** @description The watermark last read, -1 for a first publication */
			expected_publication_version: number;
			/** @description Direct parent in the world to publish a reply; an existing relation cannot change */
			parent_record_uid?: string;
			/**
			 * @description All tags of this publication
			 * @default []
			 */
			tags: string[];
		};
		'publishWorldRecords.request': {
			items: components['schemas']['publishWorldRecords.item'][];
		};
		'publishWorldRecords.response': components['schemas']['Envelope'] & {
			data?: {
				items: {
					item_id: string;
					record_uid: string;
					/**
					 * @description conflict: the current facts changed; unavailable: target or parent does not support it or no
					 *     permission; source_unavailable: source changed, protected, not publishable or an attachment
					 *     unavailable; phone_required: the account must bind a phone number first; unknown: the final
					 *     result is undetermined
					 * @enum {string}
					 */
					status:
						| 'published'
						| 'pending'
						| 'unpublished'
						| 'conflict'
						| 'unavailable'
						| 'source_unavailable'
						| 'phone_required'
						| 'unknown';
					/** @description The written watermark, may become stale */
					publication_version?: number;
				}[];
			};
		};
		'unpublishWorldRecords.request': {
			items: {
				item_id: components['schemas']['ItemId'];
				/** @description A world record of the caller */
				record_uid: string;
				/** @description The watermark last read, only its snapshot is withdrawn */
				expected_publication_version: number;
			}[];
		};
		'unpublishWorldRecords.response': components['schemas']['Envelope'] & {
			data?: {
				items: {
					item_id: string;
					record_uid: string;
					/** @description Its values are not shown */
					status: string;
					publication_version?: number;
				}[];
			};
		};
	};
	responses: {
		/** @description Body, field or enumerated value violates the contract: fix the request, do not retry it unchanged */
		BadRequest: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['Failure'];
			};
		};
		/** @description Key missing, invalid or deleted, or its account unavailable */
		Unauthorized: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['Failure'];
			};
		};
		/** @description Too fast, or too many requests in flight at once */
		TooManyRequests: {
			headers: {
				/** @description How long to wait, in seconds or as an HTTP date */
				'Retry-After': string;
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['Failure'];
			};
		};
		/** @description The business capability behind the operation is unavailable for now */
		BadGateway: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['Failure'];
			};
		};
		/** @description The platform itself is unavailable for now */
		Unavailable: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['Failure'];
			};
		};
	};
	parameters: never;
	requestBodies: {
		Empty: {
			content: {
				'application/json': components['schemas']['EmptyRequest'];
			};
		};
	};
	headers: never;
	pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
/** Request, and data of the answer, by operationId. */ export interface Operations {
	getCurrentUserProfile: {
		request: components['schemas']['EmptyRequest'];
		answer: NonNullable<components['schemas']['getCurrentUserProfile.response']['data']>;
	};
	getCurrentUserAccountBindings: {
		request: components['schemas']['EmptyRequest'];
		answer: NonNullable<components['schemas']['getCurrentUserAccountBindings.response']['data']>;
	};
	resolvePeople: {
		request: components['schemas']['resolvePeople.request'];
		answer: NonNullable<components['schemas']['resolvePeople.response']['data']>;
	};
	listChatConversations: {
		request: components['schemas']['listChatConversations.request'];
		answer: NonNullable<components['schemas']['listChatConversations.response']['data']>;
	};
	queryChatConversations: {
		request: components['schemas']['queryChatConversations.request'];
		answer: NonNullable<components['schemas']['queryChatConversations.response']['data']>;
	};
	resolveChatConversations: {
		request: components['schemas']['resolveChatConversations.request'];
		answer: NonNullable<components['schemas']['resolveChatConversations.response']['data']>;
	};
	listChatMembers: {
		request: components['schemas']['listChatMembers.request'];
		answer: NonNullable<components['schemas']['listChatMembers.response']['data']>;
	};
	searchChatMessages: {
		request: components['schemas']['searchChatMessages.request'];
		answer: NonNullable<components['schemas']['searchChatMessages.response']['data']>;
	};
	queryChatMessages: {
		request: components['schemas']['queryChatMessages.request'];
		answer: NonNullable<components['schemas']['queryChatMessages.response']['data']>;
	};
	batchGetChatMessages: {
		request: components['schemas']['batchGetChatMessages.request'];
		answer: NonNullable<components['schemas']['batchGetChatMessages.response']['data']>;
	};
	readChatMessageContext: {
		request: components['schemas']['readChatMessageContext.request'];
		answer: NonNullable<components['schemas']['readChatMessageContext.response']['data']>;
	};
	resolveChatTargets: {
		request: components['schemas']['resolveChatTargets.request'];
		answer: NonNullable<components['schemas']['resolveChatTargets.response']['data']>;
	};
	createPrivateChats: {
		request: components['schemas']['createPrivateChats.request'];
		answer: NonNullable<components['schemas']['createPrivateChats.response']['data']>;
	};
	sendChatMessages: {
		request: components['schemas']['sendChatMessages.request'];
		answer: NonNullable<components['schemas']['sendChatMessages.response']['data']>;
	};
	queryGroupMessageModerationTargets: {
		request: components['schemas']['queryGroupMessageModerationTargets.request'];
		answer: NonNullable<
			components['schemas']['queryGroupMessageModerationTargets.response']['data']
		>;
	};
	withdrawGroupMessages: {
		request: components['schemas']['withdrawGroupMessages.request'];
		answer: NonNullable<components['schemas']['withdrawGroupMessages.response']['data']>;
	};
	batchGetGroupMembers: {
		request: components['schemas']['batchGetGroupMembers.request'];
		answer: NonNullable<components['schemas']['batchGetGroupMembers.response']['data']>;
	};
	removeGroupMembers: {
		request: components['schemas']['NotShownRequest'];
		answer: Record<string, unknown>;
	};
	setGroupJoinRestrictions: {
		request: components['schemas']['NotShownRequest'];
		answer: Record<string, unknown>;
	};
	listGroupJoinRestrictions: {
		request: components['schemas']['listGroupJoinRestrictions.request'];
		answer: NonNullable<components['schemas']['listGroupJoinRestrictions.response']['data']>;
	};
	queryXchatImportConversations: {
		request: components['schemas']['queryXchatImportConversations.request'];
		answer: NonNullable<components['schemas']['queryXchatImportConversations.response']['data']>;
	};
	resolveXchatImportConversations: {
		request: components['schemas']['resolveXchatImportConversations.request'];
		answer: NonNullable<components['schemas']['resolveXchatImportConversations.response']['data']>;
	};
	batchGetXchatImportConversations: {
		request: components['schemas']['batchGetXchatImportConversations.request'];
		answer: NonNullable<components['schemas']['batchGetXchatImportConversations.response']['data']>;
	};
	queryXchatImportMessages: {
		request: components['schemas']['queryXchatImportMessages.request'];
		answer: NonNullable<components['schemas']['queryXchatImportMessages.response']['data']>;
	};
	batchGetXchatImportMessages: {
		request: components['schemas']['batchGetXchatImportMessages.request'];
		answer: NonNullable<components['schemas']['batchGetXchatImportMessages.response']['data']>;
	};
	listXchatImportGroupMembers: {
		request: components['schemas']['listXchatImportGroupMembers.request'];
		answer: NonNullable<components['schemas']['listXchatImportGroupMembers.response']['data']>;
	};
	queryRecordings: {
		request: components['schemas']['queryRecordings.request'];
		answer: NonNullable<components['schemas']['queryRecordings.response']['data']>;
	};
	resolveRecordingSpeakers: {
		request: components['schemas']['resolveRecordingSpeakers.request'];
		answer: NonNullable<components['schemas']['resolveRecordingSpeakers.response']['data']>;
	};
	batchGetRecordings: {
		request: components['schemas']['batchGetRecordings.request'];
		answer: NonNullable<components['schemas']['batchGetRecordings.response']['data']>;
	};
	queryRecordingTranscript: {
		request: components['schemas']['queryRecordingTranscript.request'];
		answer: NonNullable<components['schemas']['queryRecordingTranscript.response']['data']>;
	};
	queryRecordingSummaries: {
		request: components['schemas']['queryRecordingSummaries.request'];
		answer: NonNullable<components['schemas']['queryRecordingSummaries.response']['data']>;
	};
	readRecordingSummary: {
		request: components['schemas']['readRecordingSummary.request'];
		answer: NonNullable<components['schemas']['readRecordingSummary.response']['data']>;
	};
	queryCalls: {
		request: components['schemas']['queryCalls.request'];
		answer: NonNullable<components['schemas']['queryCalls.response']['data']>;
	};
	batchGetCalls: {
		request: components['schemas']['batchGetCalls.request'];
		answer: NonNullable<components['schemas']['batchGetCalls.response']['data']>;
	};
	queryCallTranscript: {
		request: components['schemas']['queryCallTranscript.request'];
		answer: NonNullable<components['schemas']['queryCallTranscript.response']['data']>;
	};
	listRecordContainers: {
		request: components['schemas']['listRecordContainers.request'];
		answer: NonNullable<components['schemas']['listRecordContainers.response']['data']>;
	};
	resolveRecordContainers: {
		request: components['schemas']['resolveRecordContainers.request'];
		answer: NonNullable<components['schemas']['resolveRecordContainers.response']['data']>;
	};
	queryRecordTimeline: {
		request: components['schemas']['queryRecordTimeline.request'];
		answer: NonNullable<components['schemas']['queryRecordTimeline.response']['data']>;
	};
	searchRecords: {
		request: components['schemas']['searchRecords.request'];
		answer: NonNullable<components['schemas']['searchRecords.response']['data']>;
	};
	batchGetRecords: {
		request: components['schemas']['batchGetRecords.request'];
		answer: NonNullable<components['schemas']['batchGetRecords.response']['data']>;
	};
	createRecords: {
		request: components['schemas']['createRecords.request'];
		answer: NonNullable<components['schemas']['createRecords.response']['data']>;
	};
	updateRecords: {
		request: components['schemas']['updateRecords.request'];
		answer: NonNullable<components['schemas']['updateRecords.response']['data']>;
	};
	moveRecords: {
		request: components['schemas']['moveRecords.request'];
		answer: NonNullable<components['schemas']['moveRecords.response']['data']>;
	};
	deleteRecords: {
		request: components['schemas']['deleteRecords.request'];
		answer: NonNullable<components['schemas']['deleteRecords.response']['data']>;
	};
	queryArrangements: {
		request: components['schemas']['queryArrangements.request'];
		answer: NonNullable<components['schemas']['queryArrangements.response']['data']>;
	};
	batchGetArrangements: {
		request: components['schemas']['batchGetArrangements.request'];
		answer: NonNullable<components['schemas']['batchGetArrangements.response']['data']>;
	};
	createArrangements: {
		request: components['schemas']['createArrangements.request'];
		answer: NonNullable<components['schemas']['createArrangements.response']['data']>;
	};
	updateArrangements: {
		request: components['schemas']['updateArrangements.request'];
		answer: NonNullable<components['schemas']['updateArrangements.response']['data']>;
	};
	transitionArrangements: {
		request: components['schemas']['transitionArrangements.request'];
		answer: NonNullable<components['schemas']['transitionArrangements.response']['data']>;
	};
	deleteArrangements: {
		request: components['schemas']['deleteArrangements.request'];
		answer: NonNullable<components['schemas']['deleteArrangements.response']['data']>;
	};
	removeTeamMembers: {
		request: components['schemas']['removeTeamMembers.request'];
		answer: NonNullable<components['schemas']['removeTeamMembers.response']['data']>;
	};
	listMyTeams: {
		request: components['schemas']['listMyTeams.request'];
		answer: NonNullable<components['schemas']['listMyTeams.response']['data']>;
	};
	resolveMyTeams: {
		request: components['schemas']['resolveMyTeams.request'];
		answer: NonNullable<components['schemas']['resolveMyTeams.response']['data']>;
	};
	listTeamMembers: {
		request: components['schemas']['listTeamMembers.request'];
		answer: NonNullable<components['schemas']['listTeamMembers.response']['data']>;
	};
	createTeams: {
		request: components['schemas']['createTeams.request'];
		answer: NonNullable<components['schemas']['createTeams.response']['data']>;
	};
	joinTeamsByPublicID: {
		request: components['schemas']['joinTeamsByPublicID.request'];
		answer: NonNullable<components['schemas']['joinTeamsByPublicID.response']['data']>;
	};
	queryWorldRecords: {
		request: components['schemas']['queryWorldRecords.request'];
		answer: NonNullable<components['schemas']['queryWorldRecords.response']['data']>;
	};
	batchGetWorldRecords: {
		request: components['schemas']['batchGetWorldRecords.request'];
		answer: NonNullable<components['schemas']['batchGetWorldRecords.response']['data']>;
	};
	queryWorldReplies: {
		request: components['schemas']['queryWorldReplies.request'];
		answer: NonNullable<components['schemas']['queryWorldReplies.response']['data']>;
	};
	publishWorldRecords: {
		request: components['schemas']['publishWorldRecords.request'];
		answer: NonNullable<components['schemas']['publishWorldRecords.response']['data']>;
	};
	unpublishWorldRecords: {
		request: components['schemas']['unpublishWorldRecords.request'];
		answer: NonNullable<components['schemas']['unpublishWorldRecords.response']['data']>;
	};
	queryWorldCandidates: {
		request: components['schemas']['NotShownRequest'];
		answer: Record<string, unknown>;
	};
	getWorldInteractionSummary: {
		request: components['schemas']['NotShownRequest'];
		answer: Record<string, unknown>;
	};
	markWorldInteractionsViewed: {
		request: components['schemas']['NotShownRequest'];
		answer: Record<string, unknown>;
	};
	queryBots: { request: components['schemas']['NotShownRequest']; answer: Record<string, unknown> };
	batchGetBots: {
		request: components['schemas']['NotShownRequest'];
		answer: Record<string, unknown>;
	};
	createBots: {
		request: components['schemas']['NotShownRequest'];
		answer: Record<string, unknown>;
	};
	updateBotProfiles: {
		request: components['schemas']['NotShownRequest'];
		answer: Record<string, unknown>;
	};
	deleteBots: {
		request: components['schemas']['NotShownRequest'];
		answer: Record<string, unknown>;
	};
	listGroupBotBindings: {
		request: components['schemas']['NotShownRequest'];
		answer: Record<string, unknown>;
	};
	installGroupBots: {
		request: components['schemas']['NotShownRequest'];
		answer: Record<string, unknown>;
	};
	removeGroupBots: {
		request: components['schemas']['NotShownRequest'];
		answer: Record<string, unknown>;
	};
	setGroupBotContextPermissions: {
		request: components['schemas']['NotShownRequest'];
		answer: Record<string, unknown>;
	};
	resolveBotConversations: {
		request: components['schemas']['NotShownRequest'];
		answer: Record<string, unknown>;
	};
	queryBotConversationMessages: {
		request: components['schemas']['NotShownRequest'];
		answer: Record<string, unknown>;
	};
	queryBotRequestResult: {
		request: components['schemas']['NotShownRequest'];
		answer: Record<string, unknown>;
	};
	sendBotRequests: {
		request: components['schemas']['NotShownRequest'];
		answer: Record<string, unknown>;
	};
	publishBotMessages: {
		request: components['schemas']['NotShownRequest'];
		answer: Record<string, unknown>;
	};
	getBotWebhookSecurity: {
		request: components['schemas']['NotShownRequest'];
		answer: Record<string, unknown>;
	};
	setBotWebhookSecurity: {
		request: components['schemas']['NotShownRequest'];
		answer: Record<string, unknown>;
	};
}
