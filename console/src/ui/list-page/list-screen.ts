import { createContext } from 'react'

/** Whether what is within is the list of a whole screen: then the address is its query, and filters can be saved. */
export const ListScreen = createContext(false)
