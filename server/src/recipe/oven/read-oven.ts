import type { Cooking, OvenRecipes } from '@brigade/contract/recipe/oven.model.ts'
import { recipeFunctions } from '@brigade/contract/thing-model/ready-made/recipe-module.ts'
import { findService } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { hourMs } from '@brigade/contract/time.ts'
import { seeDevice } from '../../device/list/list-devices.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { publishedModel } from '../../thing-model/published-models.ts'
import { keepsRecipes } from '../sync/fit-oven.ts'
import { heldDigest } from '../sync/held-digest.ts'
import { panelLanguages } from '../sync/make-document.ts'
import {
  inSnapshot,
  findCookedVersion,
  findOvenNow,
  listPoints,
  listWantedLines,
  type OvenNow,
} from '../row/cooking.store.ts'
import { lastRun } from './follow-cooking.ts'
import { countStates } from '../row/oven-row.store.ts'

/** Older runs are read in the history of the values. */
const lookedBackMs = 26 * hourMs

type Reading = Pick<Ctx, 'db' | 'caches' | 'clock' | 'caller'>

/** The recipes that an oven keeps and cooks. This function checks that the caller sees the oven. */
export async function getOven(
  ctx: Reading,
  { query: { deviceId } }: { query: { deviceId: string } },
): Promise<OvenRecipes> {
  await seeDevice(ctx, 'oven', deviceId)
  return inSnapshot(ctx.db, (db) => readOven({ ...ctx, db }, deviceId))
}

async function readOven(ctx: Reading, deviceId: string): Promise<OvenRecipes> {
  const now = (await findOvenNow(ctx.db, deviceId)) ?? refuse('device.unknown')
  const [published, counts, cooking] = [
    await publishedModel({ db: ctx.db, caches: ctx.caches }, now.productId),
    await countStates(ctx.db, ctx.caller, { deviceId }),
    await readCooking(ctx, now),
  ]
  const model = published?.model
  return {
    deviceId,
    product: { id: now.productId, name: { en: now.productEn, zh: now.productZh } },
    keeps: keepsRecipes(model),
    takesPrograms: model !== undefined && findService(model, 'StartProgram') !== undefined,
    online: now.online,
    languages: panelLanguages(textOf(now, recipeFunctions.languages)),
    room: now.room,
    listedAt: now.listedAt,
    agrees: await agreesWith(ctx, now),
    counts,
    own: (now.own ?? []).map(({ id, version }) => ({ id, version })),
    cooking,
  }
}

const textOf = ({ reported }: OvenNow, identifier: string): string | null => {
  const value = reported?.[identifier]?.v
  return typeof value === 'string' && value !== '' ? value : null
}

async function agreesWith({ db }: Reading, now: OvenNow): Promise<boolean | null> {
  const digest = textOf(now, recipeFunctions.heldDigest)
  return digest === null ? null : digest === heldDigest(await listWantedLines(db, now.deviceId))
}

async function readCooking({ db, clock }: Reading, now: OvenNow): Promise<Cooking | null> {
  if (now.reported?.[recipeFunctions.cooking] === undefined) return null
  const points = await listPoints(db, now.deviceId, clock.now() - lookedBackMs)
  const run = lastRun(points, now.reported[recipeFunctions.stageEnds]?.v)
  if (run === undefined) return null
  const found = await findCookedVersion(db, now.deviceId, { code: run.id, version: run.version })
  const { startedAt, endedAt, stage, isPaused, pausedAt } = run
  return {
    id: run.id,
    version: run.version,
    isOver: endedAt !== null,
    startedAt,
    endedAt,
    stage,
    isPaused,
    pausedAt,
    stages: [...run.stages],
    recipe: found === undefined ? null : shownOf(found),
    plan:
      found === undefined
        ? null
        : { preheat: found.content.preheat, stages: found.content.stages, texts: found.content.texts },
  }
}

type Found = NonNullable<Awaited<ReturnType<typeof findCookedVersion>>>

function shownOf({ id, code, content }: Found): NonNullable<Cooking['recipe']> {
  const names = Object.fromEntries(
    Object.entries(content.texts).flatMap(([language, { name }]) => (name === '' ? [] : [[language, name]])),
  )
  return { id, code, names, baseLanguage: content.baseLanguage, pictureFileId: content.pictureFileId }
}
