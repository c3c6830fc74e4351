/** How a past ends: with something that is still so when the device goes on. */
export const endings = ['compressor', 'fan', 'offline'] as const
export type Ending = (typeof endings)[number]
