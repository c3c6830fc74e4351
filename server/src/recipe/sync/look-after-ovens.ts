import { commandTimeoutMs } from '@brigade/contract/command/command.model.ts'
import { ovenRecipeLimits } from '@brigade/contract/recipe/oven.model.ts'
import { recipeFunctions } from '@brigade/contract/thing-model/ready-made/recipe-module.ts'
import { insertOwnCalls, type OwnCall } from '../../command/insert-commands.store.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { deviceUrlOf } from '../../platform/device-door/device-url.ts'
import type { Platform } from '../../platform/http/context.ts'
import { decide, type Doing, type Known, type OvenRecipe } from './decide.ts'
import { nameOfKey, type DocumentKey, listContents } from './document.store.ts'
import { readFits } from './fit-oven.ts'
import { languagesFor, panelLanguages, requireDocuments } from './make-document.ts'
import { afterAnswer, type Outcome } from './outcome.ts'
import {
  claimAnswered,
  claimDue,
  countInFlight,
  listOvenRecipes,
  ovenOf,
  recipeOf,
  writeOvens,
  writeRecipes,
  type ClaimedOven,
  type InFlight,
  type OvenFacts,
  type WrittenOven,
  type WrittenRecipe,
} from './sync.store.ts'
import { hashOf } from '../../platform/secret/token.ts'
import { notifyOvens } from './oven-notice.store.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import { createHmac } from 'node:crypto'

export type Looking = Pick<Platform, 'db' | 'caches' | 'clock' | 'files' | 'settings' | 'log'>

type Looked = Readonly<{
  claimed: ClaimedOven
  before: readonly OvenRecipe[]
  after: Known
  next: Doing | null
  /** The requesting account by the code of a recipe. */
  askers: Askers
}>
type Askers = ReadonlyMap<string, string | null>

/**
 * One round in one transaction: it takes the answers of ovens, decides what is due, and enters commands in the ledger.
 * If the process is killed, either all of it happened or nothing did. Returns the number of ovens of the round.
 */
export async function lookAfterOvens(trx: Transaction, looking: Looking): Promise<number> {
  const now = looking.clock.now()
  const answered = await claimAnswered(trx, ovenRecipeLimits.inFlight)
  const open = (await countInFlight(trx)) - answered.length
  const answers = await lookAt(trx, looking, answered, now)
  // An oven that answered may get its next command; the places that are left then go to ovens that are due.
  const continuing = answers.filter(({ next }) => next !== null).length
  const free = ovenRecipeLimits.inFlight - open - continuing
  const due = free > 0 ? await claimDue(trx, now, free) : []
  const looked = [...answers, ...(await lookAt(trx, looking, due, now))]
  if (looked.length > 0) await write(trx, looking, looked, now)
  return answered.length + due.length
}

/** Decides about ovens: by the outcome of their command if they had one. */
async function lookAt(
  trx: Transaction,
  looking: Looking,
  claimed: readonly ClaimedOven[],
  now: number,
): Promise<readonly Looked[]> {
  if (claimed.length === 0) return []
  const settleMs = looking.settings.recipeSettleMs
  const known = await readKnown(trx, looking, claimed)
  return claimed.flatMap((oven): Looked[] => {
    const found = known.get(oven.deviceId)
    if (found === undefined) return []
    const { askers, ...before } = found
    const after =
      oven.commandId === null
        ? decide(before, now, settleMs)
        : afterAnswer(before, { doing: doingOf(oven, before.recipes), outcome: outcomeOf(oven), now }, settleMs)
    return [{ claimed: oven, before: before.recipes, after, next: after.next, askers }]
  })
}

async function readKnown(
  trx: Transaction,
  looking: Looking,
  claimed: readonly ClaimedOven[],
): Promise<ReadonlyMap<string, Known & Readonly<{ askers: Askers }>>> {
  const stored = await listOvenRecipes(
    trx,
    claimed.map(({ deviceId }) => deviceId),
  )
  const byDevice = Map.groupBy(stored, ({ deviceId }) => deviceId)
  const wantedVersions = claimed.flatMap(({ deviceId, productId }) =>
    (byDevice.get(deviceId) ?? []).flatMap(({ recipeId, wanted }) =>
      wanted === null ? [] : [{ productId, version: { recipeId, version: wanted } }],
    ),
  )
  const productIds = claimed.map(({ productId }) => productId)
  const fits = await readFits({ db: trx, caches: looking.caches }, wantedVersions, productIds)
  return new Map(
    claimed.map((oven) => {
      const ofOven = byDevice.get(oven.deviceId) ?? []
      const askers = new Map(ofOven.map(({ code, askedBy }) => [code, askedBy]))
      const recipes = ofOven.map((one) =>
        recipeOf(
          one,
          one.wanted === null ? null : fits.unfit(oven.productId, { recipeId: one.recipeId, version: one.wanted }),
        ),
      )
      return [oven.deviceId, { oven: ovenOf(oven, fits.keeps(oven.productId)), recipes, askers }] as const
    }),
  )
}

/** A device's own answer; anything else that ended the command leaves open whether it arrived. */
const outcomeOf = ({ code, reply }: ClaimedOven): Outcome =>
  code === null ? { kind: 'silent' } : { kind: 'answered', code, data: reply }

function doingOf({ doing, about, aboutVersion }: ClaimedOven, recipes: readonly OvenRecipe[]): Doing {
  const code = about ?? ''
  if (doing === 'save') {
    const recipeId = recipes.find((recipe) => recipe.code === code)?.recipeId ?? ''
    return { do: 'save', recipeId, code, version: aboutVersion ?? 0 }
  }
  return doing === 'remove' ? { do: 'remove', code } : { do: 'list', page: Number(about ?? '1') }
}

async function write(trx: Transaction, looking: Looking, looked: readonly Looked[], now: number): Promise<void> {
  const inFlight = await enterCommands(trx, looking, looked, now)
  const ovens = looked.map(({ claimed, after }): WrittenOven => ({
    deviceId: claimed.deviceId,
    oven: after.oven,
    inFlight: inFlight.get(claimed.deviceId) ?? null,
  }))
  const moved = looked.flatMap((one) => changesOf(one))
  await writeRecipes(
    trx,
    {
      changed: moved.flatMap(({ row }) => row ?? []),
      gone: moved.flatMap(({ row, pair }) => (row === null ? [pair] : [])),
      held: moved.flatMap(({ pair, isNewlyHeld }) => (isNewlyHeld ? [pair] : [])),
    },
    now,
  )
  await writeOvens(trx, ovens)
  await notifyOvens(
    trx,
    moved.map(({ pair }) => pair),
    looked.map(({ claimed }) => claimed.deviceId),
  )
}

type Moved = Readonly<{
  pair: Readonly<{ deviceId: string; recipeId: string }>
  row: WrittenRecipe | null
  isNewlyHeld: boolean
}>

function changesOf({ claimed: { deviceId }, before, after }: Looked): Moved[] {
  const now = new Map(after.recipes.map((recipe) => [recipe.recipeId, recipe]))
  return before.flatMap((was): Moved[] => {
    const is = now.get(was.recipeId)
    const pair = { deviceId, recipeId: was.recipeId }
    if (is === undefined) return [{ pair, row: null, isNewlyHeld: false }]
    const row = rowOf(deviceId, is)
    if (JSON.stringify(row) === JSON.stringify(rowOf(deviceId, was))) return []
    return [{ pair, row, isNewlyHeld: is.held !== null && is.held !== was.held }]
  })
}

const rowOf = (deviceId: string, recipe: OvenRecipe): WrittenRecipe => ({
  deviceId,
  recipeId: recipe.recipeId,
  wanted: recipe.wanted,
  held: recipe.held,
  state: recipe.state,
  reason: recipe.reason,
  answered: recipe.answered,
  tries: recipe.tries,
  refusals: recipe.refusals,
  dueAt: recipe.dueAt,
})

/** Enters the commands in the ledger, with the documents that ovens fetch. */
async function enterCommands(
  trx: Transaction,
  looking: Looking,
  looked: readonly Looked[],
  now: number,
): Promise<ReadonlyMap<string, InFlight>> {
  const commanded = looked.flatMap(({ claimed, next, askers }) => (next === null ? [] : [{ claimed, next, askers }]))
  if (commanded.length === 0) return new Map()
  const saves = commanded.flatMap(({ next, claimed }) => (next.do === 'save' ? [{ save: next, facts: claimed }] : []))
  const contents = await listContents(
    trx,
    distinctOf(saves.map(({ save: { recipeId, version } }) => ({ recipeId, version }))),
  )
  const keyOf = (save: Doing & { do: 'save' }, facts: OvenFacts): DocumentKey => {
    const content = contents.find((one) => one.recipeId === save.recipeId && one.version === save.version)?.content
    const languages = content === undefined ? [] : languagesFor(content, panelLanguages(facts.languages))
    return { recipeId: save.recipeId, version: save.version, languages }
  }
  const documents = await requireDocuments(
    trx,
    looking,
    saves.map(({ save, facts }) => keyOf(save, facts)),
  )
  const entered = commanded.map(({ claimed, next, askers }) => {
    const document = next.do === 'save' ? documents.get(nameOfKey(keyOf(next, claimed))) : undefined
    const turn = claimed.turn + (document === undefined ? 0 : 1)
    const token = documentToken(looking.settings.secretKey, claimed.deviceId, turn)
    const call = callOf(next, claimed.deviceId, {
      Url: `${deviceUrlOf(looking.settings)}/ota/${token}`,
      Size: document?.bytes ?? 0,
      Sign: document?.sha256.toString('hex') ?? '',
      SignMethod: 'SHA256',
    })
    const accountId = next.do === 'list' ? null : (askers.get(next.code) ?? null)
    return { deviceId: claimed.deviceId, next, document, turn, token, call: { ...call, accountId } }
  })
  const ids = await insertOwnCalls(
    trx,
    entered.map(({ call }) => call),
    { createdAt: now, deadlineAt: now + commandTimeoutMs },
  )
  return new Map(
    entered.map(({ deviceId, next, document, turn, token }, index) => [
      deviceId,
      {
        commandId: ids[index] ?? '',
        doing: next,
        tokenHash: document === undefined ? null : hashOf(token),
        tokenUntil: document === undefined ? null : now + addressLivesMs,
        documentId: document?.id ?? null,
        turn,
      },
    ]),
  )
}

const distinctOf = (some: readonly Readonly<{ recipeId: string; version: number }>[]) => [
  ...new Map(some.map((one) => [`${one.recipeId} ${one.version}`, one])).values(),
]

function callOf(
  next: Doing,
  deviceId: string,
  file: Readonly<Record<string, string | number>>,
): Omit<OwnCall, 'accountId'> {
  if (next.do === 'list')
    return { deviceId, identifier: recipeFunctions.list, params: { Page: next.page }, repeatable: true }
  if (next.do === 'remove')
    return { deviceId, identifier: recipeFunctions.remove, params: { Id: next.code }, repeatable: true }
  const params = { Id: next.code, Version: next.version, ...file }
  return { deviceId, identifier: recipeFunctions.save, params, repeatable: true }
}

/** The last part of a document's address: 43 unguessable characters, different for each command. */
const documentToken = (secretKey: Buffer, deviceId: string, turn: number): string =>
  createHmac('sha256', secretKey).update(`recipe address ${deviceId} ${turn}`).digest('base64url')

/** The address outlives the command, so that a download that began late can be completed. */
const addressLivesMs = 10 * minuteMs
