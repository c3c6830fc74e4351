import { faultCodeApi } from '@brigade/contract/fault/code.endpoints.ts'
import { useState } from 'react'
import { ImportDialog } from '../../job/import/import-link.tsx'
import { useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { codeText } from '../fault.text.ts'

const calls = {
  template: faultCodeApi.codeTemplate,
  check: faultCodeApi.checkCodeImport,
  apply: faultCodeApi.importCodes,
}

/** Reads codes from a table: checked first, then taken over. */
export function CodeImport() {
  const w = useWords(codeText)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon="upload" onClick={() => setOpen(true)}>
        {w.import}
      </Button>
      <ImportDialog
        name="fault code"
        title={w.importTitle}
        intro={w.importIntro}
        calls={calls}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
