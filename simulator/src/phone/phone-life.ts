import { phoneApi } from '@brigade/contract/app-user/phone.endpoints.ts'
import { appTypes } from '@brigade/contract/app-user/app-user.model.ts'
import { appRecipeApi } from '@brigade/contract/recipe/app.endpoints.ts'
import { appMessageApi } from '@brigade/contract/message/app.endpoints.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { between, chanceOf, happens, pick, type Chance } from '../random.ts'
import { lengthOf, waitForCode } from './mailbox.ts'
import { personOf, type Person } from './people.ts'
import { callPhone, type Answered, type Phone } from './phone-call.ts'

/** Contents of a device's label. */
export type Label = Readonly<{ sn: string; code: string }>

export type Living = Readonly<{
  apiUrl: string
  seed: string
  number: number
  /** The devices that this person may get, in order; without any, the person is invited. */
  labels: readonly Label[]
  /** The factor by which they live faster than the clock. */
  speed: number
  codesFile: string
  /** Token of the previous run: a phone stays signed in over a restart. */
  token: string | undefined
  onToken: (token: string | undefined) => void
  /** Invitations wait here for the next person. */
  invitations: string[]
  signal: AbortSignal
  /** Receives the status of each answer; 0 without an answer. */
  onStatus?: (status: number) => void
}>

const disabledMs = 10 * minuteMs

type Life = Living & Readonly<{ person: Person; chance: Chance }> & { current: string | undefined; isSettled: boolean }

/** One person with the app: registers, gets a device, and afterwards looks at it and at the inbox occasionally. */
export async function livePhone(living: Living): Promise<void> {
  const person = personOf(living.seed, living.number)
  const life: Life = {
    ...living,
    person,
    chance: chanceOf(`phone life ${living.seed} ${living.number}`),
    current: living.token,
    isSettled: false,
  }
  // They do not all start at once: a dozen people who open the app in the minute in which a fleet starts would not be
  // believable.
  await rest(life, between(life.chance, 0, 15 * minuteMs))
  while (!life.signal.aborted) {
    if (life.current === undefined && !(await enter(life))) {
      await rest(life, minuteMs)
      continue
    }
    if (!life.isSettled) await settle(life)
    await lookAround(life)
    await rest(life, between(life.chance, minuteMs / 4, 3 * minuteMs))
  }
}

const rest = ({ speed, signal }: Life, ms: number): Promise<void> =>
  pause(ms / speed, undefined, { signal }).catch(() => undefined)

const phoneOf = ({ apiUrl, person: { app, locale }, current, onStatus }: Life): Phone => ({
  apiUrl,
  app,
  locale,
  token: current,
  onStatus,
})

/** Reacts to a refusal: the phone was signed out or disabled, or it calls too fast. */
async function heed(life: Life, answer: Answered<unknown>): Promise<void> {
  if (answer.ok) return
  if (answer.status === 401) {
    life.current = undefined
    life.onToken(undefined)
  } else if (answer.status === 403) await rest(life, disabledMs)
  else if (answer.status === 429 || answer.status === 0) await rest(life, answer.retryAfterMs ?? minuteMs / 6)
}

async function enter(life: Life): Promise<boolean> {
  const { person, codesFile, signal } = life
  const { address, nickname } = person
  const behind = await lengthOf(codesFile)
  const answer = await callPhone(phoneOf(life), phoneApi.sendCode, { address })
  await heed(life, answer)
  if (!answer.ok) return false
  const code = await waitForCode(codesFile, { address, behind, signal })
  if (code === undefined) return false
  const entered = await callPhone(phoneOf(life), phoneApi.register, { address, code, nickname })
  await heed(life, entered)
  if (!entered.ok) return false
  life.current = entered.data.token
  life.onToken(entered.data.token)
  return true
}

/**
 * Gets a device by its label, or by an invitation of another person. Once in a life; a person who has one already keeps
 * it.
 */
async function settle(life: Life): Promise<void> {
  const own = await callPhone(phoneOf(life), phoneApi.devices)
  await heed(life, own)
  if (!own.ok) return
  life.isSettled = true
  const { nickname, locale } = life.person
  await callPhone(phoneOf(life), phoneApi.updateProfile, {
    nickname,
    locale,
    units: 'metric',
    timeZone: locale === 'zh' ? 'Asia/Shanghai' : '',
  })
  if (own.data.total > 0) return
  if (life.labels.length === 0) {
    const invitation = life.invitations.shift()
    if (invitation === undefined) life.isSettled = false
    else await heed(life, await callPhone(phoneOf(life), phoneApi.bind, { invitation }))
    return
  }
  const id = await bindFirst(life)
  if (id === undefined) return
  const shared = await callPhone(phoneOf(life), phoneApi.share, { id })
  if (shared.ok) life.invitations.push(shared.data.invitation)
}

/** The first of the devices that has no owner yet. */
async function bindFirst(life: Life): Promise<string | undefined> {
  for (const label of life.labels) {
    const bound = await callPhone(phoneOf(life), phoneApi.bind, label)
    if (bound.ok) return bound.data.id
    if (bound.key === 'appUser.hasOwner') continue
    await heed(life, bound)
    return undefined
  }
  return undefined
}

/** One visit to the app. */
async function lookAround(life: Life): Promise<void> {
  const { chance } = life
  if (life.current === undefined) return
  const devices = await callPhone(phoneOf(life), phoneApi.devices)
  await heed(life, devices)
  if (!devices.ok) return
  const [device] = devices.data.list
  if (device !== undefined) {
    await heed(life, await callPhone(phoneOf(life), phoneApi.device, { id: device.id }))
    if (happens(chance, 0.1)) await heed(life, await callPhone(phoneOf(life), phoneApi.parts, { deviceId: device.id }))
  }
  if (devices.data.list.some(({ kind }) => kind === 'oven')) await lookAtRecipes(life)
  const inbox = await callPhone(phoneOf(life), appMessageApi.appPage, {})
  await heed(life, inbox)
  if (inbox.ok && inbox.data.unread > 0 && happens(chance, 0.7))
    await heed(life, await callPhone(phoneOf(life), appMessageApi.appRead, {}))
  if (happens(chance, 0.1)) {
    const type = appTypes.find((each) => life.person.app.startsWith(`${each}/`)) ?? pick(chance, appTypes)
    await heed(life, await callPhone(phoneOf(life), phoneApi.newestVersion, { type }))
  }
}

const words = ['鸡', '蒸', 'fish', 'roast', '包', 'bread', '肉'] as const

/** Searches for recipes, keeps some, and sends them to an own oven. */
async function lookAtRecipes(life: Life): Promise<void> {
  const { chance } = life
  if (!happens(chance, 0.3)) return
  const search = happens(chance, 0.5) ? { keyword: pick(chance, words) } : {}
  const found = await callPhone(phoneOf(life), appRecipeApi.appPage, search)
  await heed(life, found)
  if (!found.ok) return
  const [first, ...others] = found.data.list
  if (first === undefined) return
  const { id, isFavourite } = pick(chance, [first, ...others])
  const recipe = await callPhone(phoneOf(life), appRecipeApi.appDetail, { id })
  await heed(life, recipe)
  if (!recipe.ok) return
  if (!isFavourite && happens(chance, 0.4))
    await heed(life, await callPhone(phoneOf(life), appRecipeApi.appFavourite, { id, favourite: true }))
  const empty = recipe.data.ovens.find(({ state }) => state === null)
  if (empty !== undefined && happens(chance, 0.4))
    await heed(life, await callPhone(phoneOf(life), appRecipeApi.appSend, { id, deviceId: empty.deviceId }))
}
