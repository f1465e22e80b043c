import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPart } from '../../../testing.tsx'
import { UploadRow } from './upload-row.tsx'

test('an upload that found no room says so instead of a lost connection, and is sent again on request', async () => {
  const upload = {
    key: 'one',
    agentId: 'agent',
    name: 'bread.pdf',
    size: 100,
    file: new Blob(),
    replaces: null,
    everywhere: false,
    versionId: 'version',
    documentId: 'document',
    sent: 40,
    refusal: null,
  }
  const onGoOn = vi.fn()
  const row = (state: 'sending' | 'full') => (
    <ul>
      <UploadRow upload={{ ...upload, state }} onGoOn={onGoOn} onForget={() => {}} onChanged={() => {}} />
    </ul>
  )
  await renderPart(row('full'))
  expect(screen.getByRole('status')).toHaveTextContent(/^We have no room for new files right now\. What you sent is kept/)
  expect(screen.getByText('The upload stopped at 40 %')).toBeVisible()
  expect(screen.queryByText(/Connection lost/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Send the rest of bread.pdf' }))
  expect(onGoOn).toHaveBeenCalledOnce()
})
