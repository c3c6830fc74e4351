import { useWords } from '../../../platform/locale.ts'
import { Button } from '../../../ui/button/button.tsx'
import { CopyButton } from '../../../ui/button/copy-button.tsx'
import { Dialog, DialogFoot } from '../../../ui/dialog/dialog.tsx'
import { useLast } from '../../../ui/dialog/use-last.ts'
import css from '../account.module.css'
import { givenPasswordText } from '../account.text.ts'

export type Given = { name: string; password: string }

/** A preset password, which is shown once: the dialog is closed by a button, not by a key pressed in passing. */
export function GivenPassword({ given, onClose }: { given: Given | null; onClose: () => void }) {
  const w = useWords(givenPasswordText)
  const last = useLast(given)
  return (
    <Dialog title={last === null ? '' : w.title({ name: last.name })} isOpen={given !== null} width={440}>
      <p>{w.body}</p>
      <div className={css.given}>
        <code>{last?.password}</code>
        <CopyButton isWide text={last?.password ?? ''} label={w.copy} />
      </div>
      <DialogFoot>
        <Button look="primary" onClick={onClose}>
          {w.done}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
