import type { Opens } from '@brigade/contract/message/message.model.ts'

const places: Readonly<Partial<Record<Opens['kind'], string>>> = {
  oven: '/recipeManage/device/list/detail',
  cooler: '/iceDevice/list/detail',
  fault: '/fault/list',
  alarm: '/fault/list',
}

/** Returns undefined for a message without a target and for a target that has no screen yet. */
export function openedHref(opens: Opens | null, deviceType: 'oven' | 'cooler' | null): string | undefined {
  const isRecord = opens?.kind === 'fault' || opens?.kind === 'alarm'
  const place =
    opens === null ? undefined : isRecord && deviceType === 'cooler' ? '/fault/iceDevicelist' : places[opens.kind]
  return place === undefined || opens === null ? undefined : `${place}?id=${opens.id}`
}
