import { useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { useWords } from '../../platform/locale.ts'
import { Button } from '../button/button.tsx'
import { Dialog, DialogFoot } from '../dialog/dialog.tsx'
import { RefusedNote } from '../dialog/refused-note.tsx'
import { Box, Row } from '../layout/layout.tsx'
import { uiText } from '../ui.text.ts'
import { cropPicture, type Frame } from './crop-picture.ts'
import css from './image-crop.module.css'

type Props = {
  file: File
  /** The frame has the shape in which the picture will appear. */
  shape?: 'circle' | 'square'
  onClose: () => void
  onCropped: (picture: Blob) => Promise<void> | void
}

/**
 * Crops a picture 1:1, to a circle by default or to a square, and rotates it by quarters (spec 5, Avatar upload). Arrow
 * keys move the picture.
 */
export function ImageCrop({ file, shape = 'circle', onClose, onCropped }: Props) {
  const w = useWords(uiText)
  // Freed once the picture is decoded; cropping reads the file itself.
  const [address] = useState(() => URL.createObjectURL(file))
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [quarterTurns, setQuarterTurns] = useState(0)
  const [frame, setFrame] = useState<Frame | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)

  const use = async (): Promise<void> => {
    if (frame === null) return
    setBusy(true)
    setRefused(null)
    try {
      await onCropped(await cropPicture(file, frame, quarterTurns))
      onClose()
    } catch (error) {
      setRefused(
        error instanceof DOMException ? w.pictureUnreadable : error instanceof Error ? error.message : String(error),
      )
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog title={w.cropTitle} isOpen onClose={onClose} width={480}>
      <RefusedNote message={refused} />
      <Box overflow="hidden" relative className={css.stage}>
        <Cropper
          image={address}
          crop={crop}
          zoom={zoom}
          rotation={quarterTurns * 90}
          aspect={1}
          cropShape={shape === 'circle' ? 'round' : 'rect'}
          showGrid={false}
          // The Content-Security-Policy refuses the library's own style element; its sheet is imported above.
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onMediaLoaded={() => URL.revokeObjectURL(address)}
          onCropComplete={(_, pixels) => setFrame(pixels)}
          mediaProps={{ onError: () => setRefused(w.pictureUnreadable) }}
        />
      </Box>
      <Row gap="16" padding="12 0 4" align="center" className={css.tools}>
        <label htmlFor="crop-zoom">{w.zoom}</label>
        <input
          id="crop-zoom"
          type="range"
          min={1}
          max={3}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.currentTarget.value))}
        />
        <Button icon="rotate" look="quiet" onClick={() => setQuarterTurns((turns) => (turns + 1) % 4)}>
          {w.rotate}
        </Button>
      </Row>
      <DialogFoot>
        <Button onClick={onClose}>{w.cancel}</Button>
        <Button look="primary" busy={isBusy} onClick={() => void use()}>
          {w.usePicture}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
