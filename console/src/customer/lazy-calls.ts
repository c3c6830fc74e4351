/** The calls of the domain for filters on other screens: needed when one is opened, so not part of their first load. */
export const lazyCalls = async () => (await import('@brigade/contract/customer/customer.endpoints.ts')).customerApi
