import { useCallback, useState } from 'react'

/** The selection belongs to the rows on screen. Another page, sort or filter begins a new one. */
export function useSelection(search: object): [ReadonlySet<string>, (selected: ReadonlySet<string>) => void] {
  const rowsKey = JSON.stringify(search)
  const [state, setState] = useState<{ rowsKey: string; selected: ReadonlySet<string> }>({
    rowsKey,
    selected: new Set(),
  })
  return [state.rowsKey === rowsKey ? state.selected : none, (selected) => setState({ rowsKey, selected })]
}

type Selection = { selected: ReadonlySet<string>; onChange: (selected: ReadonlySet<string>) => void }

/** Selects or deselects one row. The function changes only with the selection, because rows are memoised. */
export function useSelectRow(selection: Selection | undefined): (id: string, isSelected: boolean) => void {
  const selected = selection?.selected
  const onChange = selection?.onChange
  return useCallback(
    (id, isSelected) => {
      const next = new Set(selected)
      if (isSelected) next.add(id)
      else next.delete(id)
      onChange?.(next)
    },
    [selected, onChange],
  )
}

const none: ReadonlySet<string> = new Set()
