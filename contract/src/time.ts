/**
 * Spans of time in ms, and a moment as text, for everything that counts time. This day has 24 hours; a calendar day
 * depends on a zone.
 */
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** `at` is epoch ms. */
export const iso = (at: number): string => new Date(at).toISOString()
