import { ovenRecipeLimits, type OvenRecipeReason, type OvenRecipeState } from '@brigade/contract/recipe/oven.model.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import type { ListedRecipe } from '../oven.tables.ts'
import { heldDigest } from './held-digest.ts'

/** Decides the next step for an oven, as pure functions: the worker reads rows, calls these, and writes rows. */

/** A recipe that an oven should have, or has. Times are epoch ms. */
export type OvenRecipe = Readonly<{
  recipeId: string
  code: string
  /** An unpublished recipe stays on the ovens that hold it and is sent to no other. */
  isPublished: boolean
  wanted: number | null
  held: number | null
  /** Why the wanted version cannot be there; null: it fits. */
  unfit: 'noModule' | 'otherModel' | 'stageUnfit' | null
  state: OvenRecipeState
  reason: OvenRecipeReason | null
  answered: number | null
  tries: number
  refusals: number
  dueAt: number | null
}>

export type Doing = Readonly<
  | { do: 'list'; page: number }
  | { do: 'save'; recipeId: string; code: string; version: number }
  | { do: 'remove'; code: string }
>

export type Oven = Readonly<{
  online: boolean
  enabled: boolean
  /** The model has the module. */
  keeps: boolean
  /** The reported digest; null if the oven reports none. */
  digest: string | null
  /** When the digest was received. */
  digestAt: number | null
  isListWanted: boolean
  listed: readonly ListedRecipe[]
  own: readonly ListedRecipe[]
  strays: readonly string[]
  listedAt: number | null
  listedDigest: string | null
  doneAt: number | null
  room: number | null
  tries: number
  /** How many lists were requested since the oven last agreed with our records. */
  lists: number
  dueAt: number | null
}>

export type Known = Readonly<{ oven: Oven; recipes: readonly OvenRecipe[] }>
/** The next step; null: nothing is due now. */
export type Decided = Known & Readonly<{ next: Doing | null }>

/** After a try that failed: in 1, 5, 30 minutes; then at the next connect. */
export const retryAt = (tries: number, now: number): number | null => {
  const minutes = ovenRecipeLimits.retryMinutes[tries - 1]
  return minutes === undefined ? null : now + minutes * minuteMs
}

const dayMinutes = 1440

/**
 * The next try after an unanswered one: at first as after any other failure, then ever more rarely, up to once a day.
 */
export const askedAgainAt = (tries: number, now: number): number => {
  const { retryMinutes } = ovenRecipeLimits
  const doublings = tries - retryMinutes.length
  return retryAt(tries, now) ?? now + Math.min((retryMinutes.at(-1) ?? 1) * 2 ** doublings, dayMinutes) * minuteMs
}

const heldBy = (recipes: readonly OvenRecipe[], strays: readonly string[]) => [
  ...recipes.flatMap(({ code, held }) => (held === null ? [] : [{ id: code, version: held }])),
  // A stray recipe has no known version: the digests then differ, which is correct.
  ...strays.map((id) => ({ id, version: -1 })),
]

/** The state of a recipe on an oven, from the wanted and the held version. */
function stood(recipe: OvenRecipe, oven: Oven): OvenRecipe {
  const { wanted, held, unfit, refusals } = recipe
  const is = (state: OvenRecipeState, reason: OvenRecipeReason | null = null): OvenRecipe => ({
    ...recipe,
    state,
    reason,
    answered: reason === null ? null : recipe.answered,
  })
  // Refusals count until the digest or the list contains the recipe: an oven may confirm a recipe that it does not
  // keep.
  if (wanted !== null && wanted === held) return { ...is('held'), tries: 0, dueAt: null }
  if (wanted !== null && unfit !== null) return is('unfit', unfit)
  const why = waitsFor(recipe, oven)
  if (refusals >= ovenRecipeLimits.refusals) return { ...is('failed', recipe.reason), dueAt: null }
  if (wanted === null) return is('removing', why)
  return is(held === null ? 'waiting' : 'behind', why)
}

const ofTry: readonly (OvenRecipeReason | null)[] = [
  'noReply',
  'busy',
  'full',
  'fetchFailed',
  'damaged',
  'refused',
  'forgotten',
  'unreadable',
]

function waitsFor({ reason, tries }: OvenRecipe, { enabled, online }: Oven): OvenRecipeReason | null {
  if (!enabled) return 'disabled'
  if (!online) return 'offline'
  return tries > 0 && ofTry.includes(reason) ? reason : null
}

/** Ready at once, once its time has come, or after as many tries as there are pauses at the next connect. */
const isReady = ({ tries, dueAt }: OvenRecipe, now: number): boolean => tries === 0 || (dueAt !== null && dueAt <= now)

const isByDigest = ({ digest, strays }: Oven, recipes: readonly OvenRecipe[]): boolean =>
  digest !== null && digest === heldDigest(heldBy(recipes, strays))

/** True if the stored state matches the oven: by its own digest, or by a list that belongs to the digest it reports. */
const isKnown = (oven: Oven, recipes: readonly OvenRecipe[]): boolean =>
  oven.digest === null || oven.digest === oven.listedDigest || isByDigest(oven, recipes)

/** Recomputes the states of its recipes, without any action. */
export const restate = ({ oven, recipes }: Known): Known => ({ oven, recipes: recipes.map((one) => stood(one, oven)) })

/**
 * Decides about an oven without a command in flight. `settleMs`: how long to wait after its answer for the separate report of its digest.
 */
export function decide(known: Known, now: number, settleMs: number): Decided {
  const oven = settledByDigest(known)
  const recipes = known.recipes
    .map((recipe) => (recipe.held === null && !recipe.isPublished ? { ...recipe, wanted: null } : recipe))
    .map((recipe) => (oven.agrees && recipe.unfit === null ? { ...recipe, held: recipe.wanted, refusals: 0 } : recipe))
    // A recipe that is neither wanted nor held no longer has a row.
    .filter(({ wanted, held }) => wanted !== null || held !== null)
    .map((recipe) => stood(recipe, oven.oven))
  const looked = { ...trusted(oven.oven, recipes), recipes }
  const { online, enabled, keeps } = looked.oven
  if (!online || !enabled || !keeps) return { ...looked, next: null }
  return withNext(looked, now, settleMs)
}

/** An oven that reports the digest of exactly the wanted recipes holds them: nothing has to be sent or asked. */
function settledByDigest({ oven, recipes }: Known): { oven: Oven; agrees: boolean } {
  const wanted = recipes.flatMap(({ code, wanted: version, held, unfit, isPublished }) => {
    const kept = unfit === null ? (held === null && !isPublished ? null : version) : held
    return kept === null ? [] : [{ id: code, version: kept }]
  })
  // A digest from before its last answer describes what it held then.
  const isFresh = oven.doneAt === null || (oven.digestAt ?? 0) > oven.doneAt
  const agrees = isFresh && oven.digest !== null && oven.digest === heldDigest(wanted)
  return { oven: agrees ? { ...oven, isListWanted: false, strays: [], lists: 0 } : oven, agrees }
}

/** Accepts the oven's digest as its content: the count of lists starts again. */
const trusted = (oven: Oven, recipes: readonly OvenRecipe[]): { oven: Oven } => ({
  oven: { ...oven, dueAt: null, lists: isByDigest(oven, recipes) ? 0 : oven.lists },
})

function withNext({ oven, recipes }: Known, now: number, settleMs: number): Decided {
  if (oven.isListWanted) return { oven, recipes, next: { do: 'list', page: 1 } }
  const [stray] = oven.strays
  if (stray !== undefined) return { oven, recipes, next: { do: 'remove', code: stray } }
  // What the oven holds is read before anything is sent to it, as a recipe may wait or the oven be busy for long.
  const askedAt = unknownAt({ oven, recipes }, settleMs)
  if (askedAt !== null && askedAt <= now) return askingFor({ oven, recipes })
  const open = recipes.filter(({ state }) => state === 'waiting' || state === 'behind' || state === 'removing')
  const ready = open.filter((recipe) => isReady(recipe, now))
  // Removals come first, because they make room.
  const first = ready.find(({ wanted }) => wanted === null) ?? ready[0]
  if (first !== undefined) return { oven, recipes: sending(recipes, first), next: doingOf(first) }
  const times = open.flatMap(({ dueAt }) => (dueAt === null ? [] : [dueAt]))
  if (askedAt !== null) times.push(askedAt)
  return { oven: { ...oven, dueAt: times.length === 0 ? null : Math.min(...times) }, recipes, next: null }
}

/**
 * Returns the request for its list, if the digest of an oven matches none of our records and its time has come; null
 * otherwise.
 */
export function askForUnknown(known: Known, now: number, settleMs: number): Decided | null {
  const askedAt = unknownAt(known, settleMs)
  return askedAt === null || askedAt > now ? null : askingFor(known)
}

/** When an oven must be asked for its content; null if that is known, or if the next connect is the time. */
const unknownAt = ({ oven, recipes }: Known, settleMs: number): number | null =>
  isKnown(oven, recipes) ? null : listAt(oven, settleMs)

const askingFor = ({ oven, recipes }: Known): Decided => ({
  oven: { ...oven, isListWanted: true, lists: oven.lists + 1 },
  recipes,
  next: { do: 'list', page: 1 },
})

/**
 * When an oven with an unknown digest is asked for its list: once its last answer has settled; if its lists never lead
 * to agreement, with the pauses of a failed try, and then at its next connect (null).
 */
function listAt({ doneAt, listedAt, lists }: Oven, settleMs: number): number | null {
  const settled = (doneAt ?? 0) + settleMs
  if (lists < 2) return settled
  const paused = retryAt(lists - 1, listedAt ?? 0)
  return paused === null ? null : Math.max(settled, paused)
}

const doingOf = ({ recipeId, code, wanted }: OvenRecipe): Doing =>
  wanted === null ? { do: 'remove', code } : { do: 'save', recipeId, code, version: wanted }

const sending = (recipes: readonly OvenRecipe[], first: OvenRecipe): OvenRecipe[] =>
  recipes.map((recipe) => (recipe === first && recipe.wanted !== null ? { ...recipe, state: 'sending' } : recipe))
