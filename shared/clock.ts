/** The time now. Passed in wherever time decides something, so that a test can stand on another day. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
