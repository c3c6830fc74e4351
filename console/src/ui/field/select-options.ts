export type Option = { value: string; label: string; disabled?: boolean }
export type OptionGroup = { group: string; items: Option[] }
type Options = readonly (Option | OptionGroup)[]

export const optionsIn = (options: Options): readonly Option[] =>
  options.flatMap((each) => ('group' in each ? each.items : [each]))

/** Returns the options whose label contains the text, without empty groups. */
export function narrowed(options: Options, typed: string): Options {
  const text = typed.trim().toLowerCase()
  if (text === '') return options.filter((each) => !('group' in each) || each.items.length > 0)
  const fits = ({ label }: Option): boolean => label.toLowerCase().includes(text)
  return options.flatMap((each): Options => {
    if (!('group' in each)) return fits(each) ? [each] : []
    const items = each.items.filter(fits)
    return items.length === 0 ? [] : [{ ...each, items }]
  })
}

const canTake = (option: Option | undefined): boolean => option !== undefined && option.disabled !== true

/** Returns the index that a key moves to: it wraps around and skips disabled options; -1 if all are disabled. */
export function moved(options: readonly Option[], at: number, key: string): number | undefined {
  const { length } = options
  const step = key === 'ArrowUp' || key === 'End' ? -1 : 1
  const from = { ArrowDown: at + 1, ArrowUp: at === -1 ? length - 1 : at - 1, Home: 0, End: length - 1 }[key]
  if (from === undefined) return undefined
  for (let tried = 0; tried < length; tried += 1) {
    const next = (from + step * tried + length * (tried + 1)) % length
    if (canTake(options[next])) return next
  }
  return -1
}

/**
 * Returns the next option whose label begins with the letters; repeating one letter goes through all options that begin
 * with it.
 */
export function withLetters(options: readonly Option[], at: number, letters: string): number {
  const [first = ''] = letters
  const isRepeated = letters.length > 1 && [...letters].every((letter) => letter === first)
  const wanted = (isRepeated ? first : letters).toLowerCase()
  // The first letter moves on to the next option; further letters may still match the present one.
  const from = isRepeated || letters.length === 1 ? at + 1 : Math.max(at, 0)
  const order = options.map((_, index) => (from + index) % options.length)
  return order.find((index) => canTake(options[index]) && options[index]?.label.toLowerCase().startsWith(wanted)) ?? at
}
