import { make } from '@brigade/server/testing/make.ts'
import type { DurableApp } from './durable-app.ts'

export type MadeDevice = Awaited<ReturnType<typeof make.device>>

/** Makes `count` ovens of one product, some at a time. */
export async function manyDevices(app: DurableApp, count: number): Promise<MadeDevice[]> {
  // The first call makes the product.
  const made = [await make.device(app)]
  while (made.length < count) {
    const some = Math.min(50, count - made.length)
    made.push(...(await Promise.all(Array.from({ length: some }, () => make.device(app)))))
  }
  return made
}
