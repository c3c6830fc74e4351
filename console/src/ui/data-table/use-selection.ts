import { useState } from 'react'

/** What is selected is of the rows in sight: other rows, by whatever way (page, sort, filters, back), begin anew. */
export function useSelection(search: object): [ReadonlySet<string>, (selected: ReadonlySet<string>) => void] {
  const rowsKey = JSON.stringify(search)
  const [state, setState] = useState<{ rowsKey: string; selected: ReadonlySet<string> }>({
    rowsKey,
    selected: new Set(),
  })
  return [state.rowsKey === rowsKey ? state.selected : none, (selected) => setState({ rowsKey, selected })]
}

const none: ReadonlySet<string> = new Set()
