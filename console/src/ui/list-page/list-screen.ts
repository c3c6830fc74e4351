import { createContext } from 'react'

/** Whether the content is the list of a whole screen: then the address contains its query, and filters can be saved. */
export const ListScreen = createContext(false)
