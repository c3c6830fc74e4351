/** The result of a promise, or `nothing` if it takes longer. */
export async function within<T>(promise: Promise<T>, ms: number): Promise<T | 'nothing'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'nothing'>((resolve) => {
    timer = setTimeout(() => resolve('nothing'), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
