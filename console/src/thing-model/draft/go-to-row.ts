/** Brings a row of the table into sight, tints it for a moment, and puts the keyboard on it. */
export function goToRow(key: string): void {
  const row = document.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(key)}"]`)
  if (row === null) return
  row.scrollIntoView({ block: 'center' })
  row.querySelector<HTMLElement>('button:not([data-grip])')?.focus({ preventScroll: true })
  row.setAttribute('data-found', '')
  setTimeout(() => row.removeAttribute('data-found'), 2000)
}
