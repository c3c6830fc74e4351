import { useWords } from '../../platform/locale.ts'
import css from './editor.module.css'
import { editorText } from './editor.text.ts'

/** Marks the title of a required part. */
export function RequiredMark() {
  const w = useWords(editorText)
  return (
    <span className={css.required} aria-hidden="true" title={w.required}>
      *
    </span>
  )
}
