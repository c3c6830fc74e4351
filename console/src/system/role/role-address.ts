/** Addresses of the screen (spec 2). With an id it shows the permissions of that role. */
export const rolesHref = '/system/role'
export const permissionsHref = (id: string): string => `${rolesHref}?${new URLSearchParams({ id }).toString()}`
