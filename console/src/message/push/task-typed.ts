import type { Locale } from '@brigade/contract/locale.ts'
import type { MessageType } from '@brigade/contract/message/message.model.ts'
import type { AppType } from '@brigade/contract/app-user/app-user.model.ts'
import type { Audience, TaskDetail } from '@brigade/contract/message/task.model.ts'
import { instantOf, momentOf } from '../../platform/time/days.ts'

export type TypedTask = {
  type: MessageType
  to: Audience['to']
  en: { title: string; content: string }
  zh: { title: string; content: string }
  organisation: { id: string; name: string } | null
  /** Series and product. */
  product: readonly string[]
  /** Province and city. */
  place: readonly string[]
  locale: Locale | null
  appType: AppType | null
  appVersion: string
  /** One sign-in name, phone number or e-mail address a line. */
  names: string
  channels: ('email' | 'robot' | 'webhook')[]
  deviceType: 'oven' | 'cooler' | null
  /** An empty id means that no device is chosen yet. */
  opens: { kind: 'oven' | 'cooler'; id: string; name: string } | null
  isLater: boolean
  pushAt: string
  validUntil: string
}

const none = { title: '', content: '' }
export const nothingTyped: TypedTask = {
  type: 'notice',
  to: 'staff',
  en: none,
  zh: none,
  organisation: null,
  product: [],
  place: [],
  locale: null,
  appType: null,
  appVersion: '',
  names: '',
  channels: [],
  deviceType: null,
  opens: null,
  isLater: false,
  pushAt: '',
  validUntil: '',
}

/** The form drops a target that it cannot offer. */
const openedOf = (opens: TaskDetail['opens']): TypedTask['opens'] =>
  opens === null || (opens.kind !== 'oven' && opens.kind !== 'cooler')
    ? null
    : { kind: opens.kind, id: opens.id, name: opens.name ?? opens.id }

export function typedTask(task: TaskDetail): TypedTask {
  const { audience, places } = task
  const path = (...parts: (string | null)[]) => parts.filter((part) => part !== null && part !== '').map(String)
  return {
    type: task.type,
    to: audience.to,
    ...task.typed,
    organisation: audience.organisationId === null ? null : { id: audience.organisationId, name: places.organisation },
    product: path(audience.seriesId, audience.productId),
    place: path(audience.province, audience.city),
    locale: audience.locale,
    appType: audience.appType,
    appVersion: audience.appVersion,
    names: audience.names.join('\n'),
    channels: task.channels,
    deviceType: task.deviceType,
    opens: openedOf(task.opens),
    isLater: true,
    pushAt: momentOf(task.pushAt),
    validUntil: momentOf(task.validUntil),
  }
}

export const namesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n,;，；\t]/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
]

export function audienceOf({
  to,
  organisation,
  product,
  place,
  locale,
  appType,
  appVersion,
  names,
}: TypedTask): Audience {
  const isApp = to === 'app-user'
  return {
    to,
    organisationId: organisation?.id ?? null,
    seriesId: product[0] ?? null,
    productId: product[1] ?? null,
    province: place[0] ?? '',
    city: place[1] ?? '',
    locale,
    appType: isApp ? appType : null,
    appVersion: isApp ? appVersion.trim() : '',
    names: namesOf(names),
  }
}

export const draftOf = (typed: TypedTask, password: string) => ({
  type: typed.type,
  words: { en: typed.en, zh: typed.zh },
  audience: audienceOf(typed),
  channels: typed.channels,
  deviceType: typed.deviceType,
  opens: typed.opens === null ? null : { kind: typed.opens.kind, id: typed.opens.id },
  pushAt: typed.isLater ? (instantOf(typed.pushAt) ?? '') : null,
  validUntil: instantOf(typed.validUntil),
  ...(password === '' ? {} : { password }),
})
