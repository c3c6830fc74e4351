import { ovenAnswers } from '@brigade/contract/recipe/oven-document.model.ts'
import { ovenRecipeLimits, type OvenRecipeReason } from '@brigade/contract/recipe/oven.model.ts'
import { recipesListed } from '@brigade/contract/thing-model/ready-made/recipe-module.ts'
import { z } from 'zod'
import type { ListedRecipe } from '../oven.tables.ts'
import {
  askedAgainAt,
  askForUnknown,
  decide,
  restate,
  retryAt,
  type Decided,
  type Doing,
  type Known,
  type Oven,
  type OvenRecipe,
} from './decide.ts'

/** The outcome of a command to an oven. */
export type Outcome = Readonly<{ kind: 'answered'; code: number; data: unknown } | { kind: 'silent' }>

/** `next`: the next page of a list, which precedes everything else. `waits`: nothing is sent before the oven is due. */
export type After = Known & Readonly<{ next: Doing | null; waits: boolean }>

const whole = z.number().int().min(0).max(1_000_000)
const Saved = z.object({ Version: whole, Room: whole.optional() })
const Removed = z.object({ Room: whole.optional() })
const Page = z.object({
  Total: whole.max(ovenRecipeLimits.listed),
  Room: whole.optional(),
  Recipes: z
    .array(z.object({ Id: z.string().min(1).max(64), Version: whole, Own: z.number() }))
    .max(recipesListed)
    .default([]),
})

type Done = Readonly<{ doing: Doing; outcome: Outcome; now: number }>

/** Returns the next step for an oven whose command has ended. */
export function afterAnswer(known: Known, done: Done, settleMs: number): Decided {
  const { now } = done
  const after = afterOutcome(known, done)
  if (!after.waits) return after.next === null ? decide(after, now, settleMs) : { ...restate(after), next: after.next }
  const waiting = { ...restate(after), next: null }
  // A busy oven can still list its recipes. Its list was not wanted, or it was also too busy for that.
  return after.oven.isListWanted ? waiting : (askForUnknown(waiting, now, settleMs) ?? waiting)
}

export function afterOutcome(known: Known, done: Done): After {
  const { doing, outcome } = done
  if (outcome.kind === 'silent') return afterSilence(known, done)
  if (doing.do === 'list') return afterList(known, done, outcome)
  if (outcome.code === ovenAnswers.busy) return busy(known, done)
  const answered = { ...known.oven, tries: 0 }
  if (outcome.code !== ovenAnswers.done) return refused({ ...known, oven: answered }, done, outcome.code)
  return doing.do === 'save'
    ? afterSave({ ...known, oven: answered }, { ...done, doing }, outcome.data)
    : afterRemove({ ...known, oven: answered }, { ...done, doing }, outcome.data)
}

const goesOn = { next: null, waits: false } as const
const waits = { next: null, waits: true } as const

/** It is unknown whether the message arrived, so the oven is asked for its content before anything is sent again. */
function afterSilence({ oven, recipes }: Known, { doing, now }: Done): After {
  const tries = oven.tries + 1
  const quiet: Oven = {
    ...oven,
    tries,
    isListWanted: true,
    listed: [],
    listedDigest: null,
    dueAt: askedAgainAt(tries, now),
  }
  const tried = recipes.map((recipe) =>
    isAbout(recipe, doing) ? { ...recipe, tries: recipe.tries + 1, reason: 'noReply' as const, dueAt: now } : recipe,
  )
  return { oven: quiet, recipes: tried, ...waits }
}

const isAbout = ({ code }: OvenRecipe, doing: Doing): boolean => doing.do !== 'list' && doing.code === code

const reasonOf: Readonly<Record<number, OvenRecipeReason>> = {
  [ovenAnswers.full]: 'full',
  [ovenAnswers.fetchFailed]: 'fetchFailed',
  [ovenAnswers.damaged]: 'damaged',
}

/** Busy is not a refusal, and applies to all recipes. */
function busy({ oven, recipes }: Known, { doing, now }: Done): After {
  const tries = oven.tries + 1
  const tried = recipes.map((recipe) =>
    isAbout(recipe, doing) ? { ...recipe, tries: recipe.tries + 1, reason: 'busy' as const, dueAt: now } : recipe,
  )
  return { oven: { ...oven, tries, dueAt: retryAt(tries, now) }, recipes: tried, ...waits }
}

function refused({ oven, recipes }: Known, { doing, now }: Done, code: number): After {
  const tried = recipes.map((recipe): OvenRecipe => {
    if (!isAbout(recipe, doing)) return recipe
    const tries = recipe.tries + 1
    return {
      ...recipe,
      tries,
      refusals: recipe.refusals + 1,
      reason: reasonOf[code] ?? 'refused',
      answered: code,
      dueAt: retryAt(tries, now),
    }
  })
  // A stray that the oven does not remove counts as its own from now on: no recipe is wanted there, and it blocks nothing.
  const strays = doing.do === 'remove' ? oven.strays.filter((id) => id !== doing.code) : oven.strays
  return { oven: { ...oven, strays }, recipes: tried, ...goesOn }
}

function afterSave({ oven, recipes }: Known, done: Done & { doing: Doing & { do: 'save' } }, data: unknown): After {
  const { doing, now } = done
  const read = Saved.safeParse(data)
  // The oven confirms without the expected version, so it is asked for its list.
  if (!read.success || read.data.Version !== doing.version)
    return { oven: { ...oven, isListWanted: true }, recipes, ...goesOn }
  const held = recipes.map((recipe) => (isAbout(recipe, doing) ? kept(recipe, doing.version) : recipe))
  const { Room: room = oven.room } = read.data
  return { oven: { ...oven, room, doneAt: now, listedDigest: null }, recipes: held, ...goesOn }
}

function afterRemove({ oven, recipes }: Known, done: Done & { doing: Doing & { do: 'remove' } }, data: unknown): After {
  const { doing, now } = done
  const { Room: room = oven.room } = Removed.safeParse(data).data ?? {}
  const strays = oven.strays.filter((id) => id !== doing.code)
  const without = recipes.map((recipe) => (isAbout(recipe, doing) ? kept(recipe, null) : recipe))
  return { oven: { ...oven, room, strays, doneAt: now, listedDigest: null }, recipes: without, ...goesOn }
}

const kept = (recipe: OvenRecipe, held: number | null): OvenRecipe => ({
  ...recipe,
  held,
  tries: 0,
  reason: null,
  answered: null,
  dueAt: null,
})

/** Collects the pages; the last one completes the oven's content. */
function afterList({ oven, recipes }: Known, done: Done, { code, data }: Outcome & { kind: 'answered' }): After {
  const { doing, now } = done
  const read = code === ovenAnswers.done ? Page.safeParse(data) : undefined
  if (read?.success !== true || doing.do !== 'list')
    return afterUnreadList({ oven, recipes }, code === ovenAnswers.busy ? 'busy' : 'unreadable', now)
  const page = read.data.Recipes.map(({ Id: id, Version: version, Own }): ListedRecipe => ({
    id,
    version,
    own: Own !== 0,
  }))
  const listed = [...(doing.page === 1 ? [] : oven.listed), ...page]
  // An oven that answers one page to each question would be asked for ever.
  if (new Set(listed.map(({ id }) => id)).size < listed.length)
    return afterUnreadList({ oven, recipes }, 'unreadable', now)
  const withRoom = { ...oven, room: read.data.Room ?? oven.room }
  if (page.length === recipesListed && listed.length < read.data.Total)
    return { oven: { ...withRoom, listed }, recipes, next: { do: 'list', page: doing.page + 1 }, waits: false }
  return byList({ oven: withRoom, recipes }, listed, now)
}

/** Nothing is sent to an oven whose content is unknown. */
function afterUnreadList({ oven, recipes }: Known, reason: 'busy' | 'unreadable', now: number): After {
  const tries = oven.tries + 1
  const tried = recipes.map((recipe) =>
    recipe.wanted === recipe.held ? recipe : { ...recipe, tries: recipe.tries + 1, reason, dueAt: now },
  )
  return { oven: { ...oven, tries, listed: [], dueAt: retryAt(tries, now) }, recipes: tried, ...waits }
}

function byList({ oven, recipes }: Known, listed: readonly ListedRecipe[], now: number): After {
  const sent = new Map(listed.filter(({ own }) => !own).map(({ id, version }) => [id, version]))
  const known = new Set(recipes.map(({ code }) => code))
  const held = recipes.map((recipe): OvenRecipe => {
    const version = sent.get(recipe.code) ?? null
    if (version !== null && (version === recipe.wanted || version === recipe.held))
      return { ...recipe, held: version, refusals: 0 }
    return recipe.held === null ? { ...recipe, held: version } : forgotten({ ...recipe, held: version }, now)
  })
  return {
    oven: {
      ...oven,
      tries: 0,
      isListWanted: false,
      listed: [],
      own: listed.filter(({ own }) => own),
      strays: [...sent.keys()].filter((id) => !known.has(id)),
      listedAt: now,
      listedDigest: oven.digest,
    },
    recipes: held,
    ...goesOn,
  }
}

/**
 * The oven confirmed this one. It gets it again at once, as after a factory reset; from the third time on it waits as
 * after refusals.
 */
function forgotten(recipe: OvenRecipe, now: number): OvenRecipe {
  const refusals = recipe.refusals + 1
  const tries = Math.max(0, refusals - 2)
  return {
    ...recipe,
    refusals,
    tries,
    reason: 'forgotten',
    answered: null,
    dueAt: tries === 0 ? null : retryAt(tries, now),
  }
}
