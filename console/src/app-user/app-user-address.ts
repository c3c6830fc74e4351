/** Addresses of the screens (spec 2). */
export const listHref = '/userList'

export const appUserTabs = ['devices', 'activity'] as const
export type AppUserTab = (typeof appUserTabs)[number]

export const detailHref = (id: string, tab: AppUserTab = 'devices'): string =>
  `${listHref}/UserDetail?${new URLSearchParams({ id, ...(tab === 'devices' ? {} : { tab }) }).toString()}`
