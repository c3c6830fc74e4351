/** The possible ends of a past: a fault or an absence that still lasts when the device continues. */
export const endings = ['compressor', 'fan', 'offline'] as const
export type Ending = (typeof endings)[number]
