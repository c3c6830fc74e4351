/** Spans of time in ms, and a moment as text, for all that counts time. A day of 24 hours: what a calendar calls a day has a zone. */
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** `at` is epoch ms. */
export const iso = (at: number): string => new Date(at).toISOString()
