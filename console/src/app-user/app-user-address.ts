/** Addresses of the screens (spec 2). */
export const listHref = '/userList'

export const appUserListTabs = ['people', 'versions'] as const
export type AppUserListTab = (typeof appUserListTabs)[number]
export const versionsHref = `${listHref}?tab=versions`

export const appUserTabs = ['devices', 'messages', 'activity', 'changes'] as const
export type AppUserTab = (typeof appUserTabs)[number]

export const detailHref = (id: string, tab: AppUserTab = 'devices'): string =>
  `${listHref}/UserDetail?${new URLSearchParams({ id, ...(tab === 'devices' ? {} : { tab }) }).toString()}`
