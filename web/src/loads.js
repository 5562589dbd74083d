// The fields in which a load is said, in one of several ways.

export const [users, requests, people, daily, heard] = ['/serve/concurrency', '/serve/requests_per_minute', '/serve/daily_users', '/serve/tokens_per_day', '/serve/audio_h_per_day'];
export const [items, amount, audio, within] = ['/serve/total_requests', '/serve/total_tokens', '/serve/total_audio_h', '/serve/done_within_h'];
/** Of a fleet that is sized for a rate. */
export const fleet = ['/serve/peak_factor', '/serve/min_replicas'];
export const perPerson = '/serve/requests_per_user_day';
/** What a number of users takes the place of. */
export const otherLoads = [people, perPerson, daily, heard, requests, ...fleet, items, amount, audio, within];
/** The fields of a load that another takes the place of. @param {...string} kept */
export const insteadOf = (...kept) => [users, ...otherLoads].filter((at) => !kept.includes(at));
