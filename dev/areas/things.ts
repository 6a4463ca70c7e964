/**
 * Kinds of things in the service, each with only what an event depends on, in words of the contract; what else the fake
 * service keeps of them is filled in. Areas add theirs, so that nothing else depends on how it stores them.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface Things {}

export type Thing = { [Kind in keyof Things]: Record<Kind, Things[Kind]> }[keyof Things];

/** A stored row of which only some fields must be given. */
export type Given<Stored, Key extends keyof Stored> = Partial<Stored> & Pick<Stored, Key>;

/** The user whose account it is where things are told. */
export const SELF = 'user_self';

/** Another user. */
export const OTHER = 'user_other';
