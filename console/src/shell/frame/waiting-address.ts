/** The addresses of the menu behind which work can wait. */
export const waitingPath = { oven: '/fault/list', cooler: '/fault/iceDevicelist', task: '/fota/task' } as const
