/**
 * English words beside a number: `1 device`, `2 devices`, `1 entry is`, `2 entries are`. `count` may be formatted
 * already. Chinese has one form for all numbers.
 */
export const counting = (count: number | string, one: string, many = `${one}s`): string =>
  `${count} ${String(count) === '1' ? one : many}`
