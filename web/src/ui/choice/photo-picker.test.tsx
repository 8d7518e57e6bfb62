import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'

import { PhotoPicker } from './photo-picker.tsx'

function Example({ error, busy }: { error?: string; busy?: boolean }) {
  const [picked, setPicked] = useState<string[]>([])
  const [previewUrl, setPreviewUrl] = useState<string | null>(null)
  return (
    <>
      <PhotoPicker
        label="Sealed packet"
        cameraLabel="Take photo"
        galleryLabel="From gallery"
        removeLabel="Remove photo"
        accept="image/jpeg,image/png"
        previewUrl={previewUrl}
        previewAlt="The packet"
        error={error}
        busy={busy}
        onPick={(file) => {
          setPicked([...picked, file.name])
          setPreviewUrl('data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=')
        }}
        onRemove={() => setPreviewUrl(null)}
      />
      <p>{`Picked ${picked.join(', ')}`}</p>
    </>
  )
}

const camera = page.getByLabelText('Take photo')
const gallery = page.getByLabelText('From gallery')
const packet = new File(['packet'], 'packet.jpg', { type: 'image/jpeg' })

test('one input opens the rear camera, the other the gallery', async () => {
  await render(<Example />)
  await expect.element(camera).toHaveAttribute('capture', 'environment')
  await expect.element(gallery).not.toHaveAttribute('capture')
  await expect.element(gallery).toHaveAttribute('accept', 'image/jpeg,image/png')
})

test('a picked photo is shown, can be removed, and can be picked again', async () => {
  await render(<Example />)
  await camera.upload(packet)
  await expect.element(page.getByRole('img', { name: 'The packet' })).toBeVisible()
  // A browser reports the same file again only to an empty input.
  await expect.element(camera).toHaveValue('')
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await expect.element(page.getByRole('img', { name: 'The packet' })).not.toBeInTheDocument()
  await camera.upload(packet)
  await expect.element(page.getByText('Picked packet.jpg, packet.jpg')).toBeVisible()
})

test('an error describes the group, and both inputs are disabled while busy', async () => {
  await render(<Example error="Failed to upload photo. Please try again." busy />)
  await expect
    .element(page.getByRole('group', { name: 'Sealed packet' }))
    .toHaveAccessibleDescription('Failed to upload photo. Please try again.')
  await expect.element(camera).toBeDisabled()
  await expect.element(gallery).toBeDisabled()
})
