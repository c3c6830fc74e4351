import { create } from 'zustand'

/**
 * Whether the server has another build of the console than this page. While an update is taking over, answers come from
 * both, so it is said only when all of them have been from another build for a while.
 */
export const useOtherBuild = create(() => false)

const settledMs = 20_000

/** The first script of the page, whose name changes with its content. Undefined in development. */
const ownBuild = (): string | undefined =>
  /\/assets\/([\w-]+)\.js$/.exec(document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '')?.[1]

let otherSince: number | undefined

/** `build`: the header `brigade-console` of an answer, null if it has none. */
export function noteServerBuild(build: string | null): void {
  const own = ownBuild()
  if (build === null || own === undefined) return
  const now = performance.now()
  otherSince = build === own ? undefined : (otherSince ?? now)
  const isOther = otherSince !== undefined && now - otherSince >= settledMs
  if (useOtherBuild.getState() !== isOther) useOtherBuild.setState(isOther, true)
}
