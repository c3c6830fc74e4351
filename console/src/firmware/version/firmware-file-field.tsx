import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { firmwareFileEndings, firmwareLimits } from '@brigade/contract/firmware/limits.rules.ts'
import type { ReplyOf } from '@brigade/contract/endpoint.ts'
import { useEffect, useRef, useState } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { formatShare } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { upload } from '../../platform/upload.ts'
import { Button } from '../../ui/button/button.tsx'
import { Box, Grid, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { FileDrop } from '../../ui/table-import/file-drop.tsx'
import { formatBytes } from '../bytes.ts'
import { Digest } from '../file-facts.tsx'
import css from '../firmware.module.css'
import { useDelivery } from './delivery-note.tsx'
import { versionFormText, versionText } from './version.text.ts'

/** A file that is stored, as the server read it. */
export type StoredFile = { id: string } & NonNullable<ReplyOf<typeof fileApi.upload>['file']>

type Props = {
  file: StoredFile | null
  onChange: (file: StoredFile | null) => void
  onBusy: (isBusy: boolean) => void
  error: string | undefined
}
type Sending = { name: string; share: number }

/** The firmware file: sent with progress, then shown with its size and both digests, as the server computed them. */
export function FirmwareFileField({ file, onChange, onBusy, error }: Props) {
  const w = useWords(versionFormText)
  const locale = useLocale()
  const delivery = useDelivery()
  const [sending, setSending] = useState<Sending | null>(null)
  const [refused, setRefused] = useState<CallError | null>(null)
  const stop = useRef<AbortController>(null)
  // Closing the form cancels the upload.
  useEffect(() => () => stop.current?.abort(), [])
  const send = async (chosen: File): Promise<void> => {
    const { signal } = (stop.current = new AbortController())
    setRefused(null)
    setSending({ name: chosen.name, share: 0 })
    onBusy(true)
    try {
      const reply = await upload(
        fileApi.upload,
        chosen,
        { kind: 'firmware' },
        {
          quiet: true,
          signal,
          onProgress: (share) => setSending({ name: chosen.name, share }),
        },
      )
      if (reply.file !== undefined) onChange({ id: reply.id, ...reply.file })
    } catch (failure) {
      if (failure instanceof CallError) setRefused(failure)
    } finally {
      setSending(null)
      onBusy(false)
    }
  }
  const megabytes = delivery?.maxMb ?? firmwareLimits.maxMb
  const endings = firmwareFileEndings.map((ending) => `.${ending}`)
  return (
    <div role="group" aria-label={w.file}>
      <Text marginBottom="4" size="xs" line="16" weight="500" tone="ink-3" block>
        {w.file}
        <Text tone="bad" aria-hidden="true">
          *
        </Text>
      </Text>
      {sending !== null ? <Progress {...sending} onStop={() => stop.current?.abort()} /> : null}
      {sending === null && file !== null ? <Stored file={file} onAnother={() => onChange(null)} /> : null}
      {sending === null && file === null ? (
        <Box paddingBottom="16">
          <FileDrop
            endings={endings}
            maxBytes={megabytes * 1_048_576}
            hint={w.fileHint({ endings: endings.join(' '), mb: megabytes })}
            refused={refused?.messageIn(locale) ?? null}
            onFile={(chosen) => void send(chosen)}
          />
          {error === undefined ? null : (
            <p className={css.wrong} role="alert">
              {error}
            </p>
          )}
        </Box>
      ) : null}
    </div>
  )
}

function Progress({ name, share, onStop }: Sending & { onStop: () => void }) {
  const w = useWords(versionFormText)
  const percent = Math.round(share * 100)
  return (
    <Stack gap="8" padding="12 16" marginBottom="16" border="line" radius="s" className={css.file}>
      <Row gap="12" align="center">
        <Text.b weight="500" grow shrink anywhere>
          {name}
        </Text.b>
        <Button size="small" onClick={onStop}>
          {w.stop}
        </Button>
      </Row>
      <Row gap="12" align="center">
        <Box
          height="6"
          radius="xs"
          ground="line"
          overflow="hidden"
          grow
          role="progressbar"
          aria-label={w.sending}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
        >
          <Box.span radius="xs" ground="accent" block fullHeight style={{ width: `${percent}%` }} />
        </Box>
        <small>{percent < 100 ? formatShare(share, 1) : w.digesting}</small>
      </Row>
    </Stack>
  )
}

function Stored({ file, onAnother }: { file: StoredFile; onAnother: () => void }) {
  const w = useWords(versionFormText)
  const v = useWords(versionText)
  return (
    <Stack gap="8" padding="12 16" marginBottom="16" border="line" radius="s" className={css.file} role="status">
      <Row gap="12" align="center">
        <Text.b weight="500" grow shrink anywhere>
          {file.name}
        </Text.b>
        <Button size="small" onClick={onAnother}>
          {w.another}
        </Button>
      </Row>
      <Grid.dl gap="4 12">
        <Text.dt tone="ink-3" size="xs" line="24">
          {v.size}
        </Text.dt>
        <Box.dd shrink>{formatBytes(file.bytes)}</Box.dd>
        <Text.dt tone="ink-3" size="xs" line="24">
          {v.md5}
        </Text.dt>
        <Box.dd shrink>
          <Digest value={file.md5} of="md5" />
        </Box.dd>
        <Text.dt tone="ink-3" size="xs" line="24">
          {v.sha}
        </Text.dt>
        <Box.dd shrink>
          <Digest value={file.sha256} of="sha" />
        </Box.dd>
      </Grid.dl>
    </Stack>
  )
}
