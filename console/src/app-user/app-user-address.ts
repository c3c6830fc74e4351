/** Addresses of the screens (spec 2). */
export const listHref = '/userList'

export const appUserListTabs = ['people', 'versions'] as const
export type AppUserListTab = (typeof appUserListTabs)[number]
export const versionsHref = `${listHref}?tab=versions`

export const appUserTabs = ['devices', 'messages', 'activity', 'changes'] as const
export type AppUserTab = (typeof appUserTabs)[number]

/** `device`: the record from which the reader comes, which the log names if the contact is shown. */
export const detailHref = (
  id: string,
  { tab = 'devices', device }: Readonly<{ tab?: AppUserTab; device?: string | undefined }> = {},
): string =>
  `${listHref}/UserDetail?${new URLSearchParams({ id, ...(tab === 'devices' ? {} : { tab }), ...(device === undefined ? {} : { device }) }).toString()}`
