/** The month (its first day, in UTC) of a record that was raised at this time, which is also that of its partition. `at`: ISO, UTC. */
export const monthOf = (at: string): string => `${at.slice(0, 7)}-01`
