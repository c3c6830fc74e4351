import type { Endpoint, FileReply } from '@brigade/contract/endpoint.ts'
import { tableFormats, tableLimits, type TableFormat } from '@brigade/contract/job/job.model.ts'
import { useState } from 'react'
import { download, saveBlob } from '../../platform/call.ts'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { DialogFoot } from '../../ui/dialog/dialog.tsx'
import { Grid, Row, Text } from '../../ui/layout/layout.tsx'
import { FileDrop } from '../../ui/table-import/file-drop.tsx'
import css from './import.module.css'
import { importText } from './import.text.ts'

/** Without a template to fill in, the dialog describes the required form of the file. */
export type FileForm = { title: string; hint: string }

type Props = {
  intro: string
  template: (Endpoint & { reply: FileReply }) | undefined
  form: FileForm | undefined
  fields: Readonly<Record<string, string>>
  refused: string | null
  onFile: (file: File) => void
  onClose: () => void
}

/** The first step: the template to fill in, and the filled table. */
export function ChooseTable({ intro, template, form, fields, refused, onFile, onClose }: Props) {
  const w = useWords(importText)
  const limits = { mb: tableLimits.maxBytes / 1_048_576, rows: formatNumber(tableLimits.maxRows) }
  return (
    <>
      <Text.p paddingBottom="16" tone="ink-2">
        {intro}
      </Text.p>
      <Grid.ol gap="24" columns="1" paddingBottom="16" className={css.steps}>
        <Grid.li gap="8" columns="1" relative>
          <Text.h3 size="s" line="24" weight="600">
            {form?.title ?? w.fillIn}
          </Text.h3>
          <p>{form?.hint ?? w.fillInHint}</p>
          {template === undefined ? null : (
            <Row.span gap="8" wrap>
              <Template template={template} fields={fields} format="xlsx" label={w.xlsxTemplate} />
              <Template template={template} fields={fields} format="csv" label={w.csvTemplate} />
            </Row.span>
          )}
        </Grid.li>
        <Grid.li gap="8" columns="1" relative>
          <Text.h3 size="s" line="24" weight="600">
            {w.chooseTable}
          </Text.h3>
          <FileDrop
            endings={tableFormats.map((format) => `.${format}`)}
            maxBytes={tableLimits.maxBytes}
            hint={w.limits(limits)}
            refused={refused}
            onFile={onFile}
          />
        </Grid.li>
      </Grid.ol>
      <DialogFoot>
        <Button onClick={onClose}>{w.close}</Button>
      </DialogFoot>
    </>
  )
}

function Template({
  template,
  fields,
  format,
  label,
}: {
  template: Endpoint & { reply: FileReply }
  fields: Readonly<Record<string, string>>
  format: TableFormat
  label: string
}) {
  const [isBusy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      const { blob, name } = await download(template, { ...fields, format })
      saveBlob(blob, name)
    } catch {
      // A toast has already shown the failure.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon="download" busy={isBusy} onClick={() => void save()}>
      {label}
    </Button>
  )
}
