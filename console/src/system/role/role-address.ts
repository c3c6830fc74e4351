/** Addresses of the screen (spec 2). With an id it shows what that role may do. */
export const rolesHref = '/system/role'
export const permissionsHref = (id: string): string => `${rolesHref}?${new URLSearchParams({ id }).toString()}`
