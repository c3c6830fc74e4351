/** First, last, and those around the current one; gaps as an ellipsis. */
export function pagesShown(current: number, count: number): (number | 'gap')[] {
  const near =
    current <= 3
      ? [1, 2, 3, 4]
      : current >= count - 2
        ? [count - 3, count - 2, count - 1, count]
        : [current - 1, current, current + 1]
  const numbers = [...new Set([1, ...near, count])].filter((n) => n >= 1 && n <= count).toSorted((a, b) => a - b)
  return numbers.flatMap((n, index) => {
    const before = numbers[index - 1]
    if (before === undefined || n === before + 1) return [n]
    return n === before + 2 ? [n - 1, n] : ['gap' as const, n]
  })
}
