import type { Opens } from '@brigade/contract/message/message.model.ts'

const places: Readonly<Partial<Record<Opens['kind'], string>>> = {
  oven: '/recipeManage/device/list/detail',
  cooler: '/iceDevice/list/detail',
}

/** Where a message leads; undefined where it leads nowhere, or to a screen that is not there yet. */
export function openedHref(opens: Opens | null): string | undefined {
  const place = opens === null ? undefined : places[opens.kind]
  return place === undefined || opens === null ? undefined : `${place}?id=${opens.id}`
}
