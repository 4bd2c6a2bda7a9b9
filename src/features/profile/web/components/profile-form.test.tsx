// Profile form: preselected avatar, validation before sending, and the handling of each response.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Account } from '#features/auth/contract.ts'
import { authErrors } from '#features/auth/errors.ts'
import { PasswordProof } from '#features/auth/web/components/password-proof.tsx'
import { fakeAccount } from '#test/people/fake-account.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { setUpUser } from '#test/web/user.ts'
import { setSignedInUid } from '#web/call.ts'
import { toastStore } from '#web/toast-store.ts'
import { profileCalls, type StockPicture } from '../../contract.ts'
import { pickRandomPicture } from '../../rules.ts'
import { ProfileForm } from './profile-form.tsx'

const ned = fakeAccount({ id: 9, name: 'Ned', profileCompleted: false })
const pictures: StockPicture[] = ['Lotus', 'Moon', 'Leaf'].map((name, index) => ({
  id: index + 1,
  name,
  imageData: 'data:image/jpeg;base64,',
  url: `/media/${name.toLowerCase()}.jpg`,
}))

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  server.respond(profileCalls.stockPictures, pictures)
})
afterEach(() => {
  localStorage.clear()
  setSignedInUid(null)
})

function show(account: Account, isEmailFixed = false, signInEmail = account.email) {
  const onSaved = vi.fn<(account: Account) => void>()
  const formOf = (shown: Account) => (
    <ProfileForm
      account={shown}
      uid="uid-ned"
      signInEmail={signInEmail}
      isEmailFixed={isEmailFixed}
      passwordField={(field) => <PasswordProof {...field} email={shown.email} purpose="change" />}
      onSaved={onSaved}
    />
  )
  const { container, rerender, unmount } = renderScreen(formOf(account))
  const picture = () => container.querySelector('img')?.getAttribute('src') ?? null
  const follow = (changed: Account) => rerender(formOf(changed))
  return { onSaved, picture, follow, unmount, user: setUpUser() }
}

/** A member with a complete profile. */
const settled = { ...ned, profileCompleted: true, profilePicture: '/media/own.jpg' }

const name = () => screen.getByLabelText<HTMLInputElement>('Display name')
const email = () => screen.getByLabelText<HTMLInputElement>('Email')
const save = () => screen.getByRole('button', { name: /^(Save profile|Keep it and come in)$/ })
const newestToast = () => toastStore.records()[0]

it('[PROF-08] during setup an avatar is preselected once the list has loaded', async () => {
  const release = server.respondLater(profileCalls.stockPictures, pictures)
  const { picture } = show(ned)
  expect(picture()).toBeNull()
  release()
  await waitFor(() => expect(pictures.map(({ url }) => url)).toContain(picture()))
})

it('[PROF-08] outside setup the picture is unchanged', async () => {
  const { picture } = show({ ...ned, profileCompleted: true, profilePicture: '/media/own.jpg' })
  await waitFor(() => expect(server.count(profileCalls.stockPictures)).toBe(1))
  expect(picture()).toBe('/media/own.jpg')
})

it('[PROF-04, PROF-07, PROF-18] the hint and the choice of files name the accepted types; other files are rejected at once', async () => {
  const { picture, user } = show(settled)
  expect(screen.getByText('JPG, PNG or GIF max 5MB')).toBeTruthy()
  const actions = within(screen.getByRole('group', { name: 'Profile picture' })).getAllByRole('button')
  expect(actions.map(({ textContent }) => textContent)).toEqual(['Upload Photo', 'Choose Avatar', 'Random'])
  const input = screen.getByLabelText<HTMLInputElement>('Photo')
  expect(input.accept).toBe('image/jpeg,image/png,image/gif')
  const jpegStart = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)
  for (const [content, errorText] of [
    [[jpegStart, new Uint8Array(5 * 1_024 * 1_024)], 'A picture can be at most 5 MB.'],
    [['<svg xmlns="http://www.w3.org/2000/svg" />'], 'Please choose a JPG, PNG or GIF picture.'],
    [['RIFF'], 'Please choose a JPG, PNG or GIF picture.'],
  ] as const) {
    fireEvent.change(input, {
      target: { files: [new File([...content], 'photo.jpg', { type: 'image/jpeg' })] },
    })
    expect(await screen.findByText(errorText)).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  }
  expect(picture()).toBe('/media/own.jpg')
  const random = screen.getByRole('button', { name: 'Random' })
  await waitFor(() => expect(random.hasAttribute('disabled')).toBe(false))
  await user.click(random)
  expect(screen.getByText('JPG, PNG or GIF max 5MB')).toBeTruthy()
})

it('[PROF-07] Random selects another avatar', async () => {
  const { picture, user } = show({ ...ned, profileCompleted: true, profilePicture: '/media/lotus.jpg' })
  const random = screen.getByRole('button', { name: 'Random' })
  await waitFor(() => expect(random.hasAttribute('disabled')).toBe(false))
  await user.click(random)
  expect(['/media/moon.jpg', '/media/leaf.jpg']).toContain(picture())
})

it('[PROF-07] Random can pick any avatar but the current one, and the only one if there is just one', () => {
  expect(
    [0, 0.49, 0.5, 0.99].map((chance) => pickRandomPicture(pictures, '/media/moon.jpg', chance)),
  ).toEqual(['/media/lotus.jpg', '/media/lotus.jpg', '/media/leaf.jpg', '/media/leaf.jpg'])
  expect(pickRandomPicture(pictures.slice(0, 1), '/media/lotus.jpg', 0.5)).toBe('/media/lotus.jpg')
  expect(pickRandomPicture([], '', 0.5)).toBeNull()
})

it('[PROF-13] an empty name or a missing picture sends no request and shows an error', async () => {
  server.respond(profileCalls.stockPictures, [])
  const { user } = show(ned)
  await user.clear(name())
  await user.click(save())
  expect(await screen.findByText('A name can’t be empty.')).toBeTruthy()
  expect(screen.getByText('Please choose a profile picture.')).toBeTruthy()
  expect(document.activeElement).toBe(name())
  expect(newestToast()).toMatchObject({
    title: 'Validation Error',
    description: 'Please check your input and try again.',
  })
  expect(server.count(profileCalls.saveProfile)).toBe(0)
})

it('[PROF-14, PROF-15] saving sends the whole profile and passes on the saved user', async () => {
  const saved = { ...ned, name: 'Ned Newman', profilePicture: '/media/own.jpg', profileCompleted: true }
  server.respond(profileCalls.saveProfile, saved)
  const { onSaved, user } = show(settled)
  await user.type(name(), ' Newman ')
  await user.click(save())
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith(saved))
  expect(server.calls.at(-1)?.body).toEqual({
    name: 'Ned Newman',
    email: 'ned@example.org',
    profilePicture: '/media/own.jpg',
    profileCompleted: true,
    firebaseUid: 'uid-ned',
  })
  expect(newestToast()).toMatchObject({
    title: 'Profile Updated',
    description: 'Your profile has been successfully updated.',
  })
})

it('[PROF-15] the save that completes the profile shows no toast; one that doesn’t complete it does', async () => {
  const setup = { ...ned, profilePicture: '/media/own.jpg' }
  server.respond(profileCalls.saveProfile, setup)
  const { onSaved, user } = show(setup)
  await user.click(save())
  await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1))
  const toastBefore = newestToast()
  expect(toastBefore).toMatchObject({ title: 'Profile Updated' })
  server.respond(profileCalls.saveProfile, settled)
  await user.click(save())
  await waitFor(() => expect(onSaved).toHaveBeenLastCalledWith(settled))
  expect(newestToast()).toBe(toastBefore)
})

it('[PROF-14] a second press during validation doesn’t save again', async () => {
  server.respond(profileCalls.saveProfile, settled)
  const { onSaved } = show(settled)
  fireEvent.click(save())
  fireEvent.click(save())
  await waitFor(() => expect(onSaved).toHaveBeenCalled())
  expect(server.count(profileCalls.saveProfile)).toBe(1)
})

it('[PROF-15] [API-04] a rejected save shows the server’s message, and the input stays', async () => {
  server.failWith(profileCalls.saveProfile, 'invalid', {
    message: 'That name is taken by a lake.',
    issues: [{ path: 'name', message: 'Please choose another one.' }],
  })
  const { onSaved, picture, user } = show({ ...ned, profilePicture: '/media/own.jpg' })
  await user.clear(name())
  await user.type(name(), 'Stillwater')
  await user.click(save())
  expect(await screen.findByText('Please choose another one.')).toBeTruthy()
  expect(document.activeElement).toBe(name())
  expect(newestToast()).toMatchObject({
    title: 'Update Failed',
    description: 'That name is taken by a lake.',
  })
  expect(name().value).toBe('Stillwater')
  expect(picture()).toBe('/media/own.jpg')
  expect(onSaved).not.toHaveBeenCalled()
})

it('[PROF-15] [API-04] a save without a response shows the generic message', async () => {
  server.failConnection(profileCalls.saveProfile)
  const { user } = show({ ...ned, profilePicture: '/media/own.jpg' })
  await user.click(save())
  await waitFor(() =>
    expect(newestToast()).toMatchObject({
      title: 'Update Failed',
      description: 'Failed to update profile. Please try again.',
    }),
  )
  expect(name().value).toBe('Ned')
})

it('[PROF-12] avatars that failed to load can be retried', async () => {
  server.failConnection(profileCalls.stockPictures)
  const { user } = show({ ...ned, profilePicture: '/media/own.jpg' })
  expect(await screen.findByText('The avatars didn’t load.')).toBeTruthy()
  server.respond(profileCalls.stockPictures, pictures)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Choose Avatar' }).hasAttribute('disabled')).toBe(false),
  )
})

it('[PROF-17] the field contains the pending email address', () => {
  show({ ...settled, pendingEmail: 'new@example.org' })
  expect(email().value).toBe('new@example.org')
  expect(screen.queryByText('Not saved yet')).toBeNull()
})

it('[PROF-17] an email address changed elsewhere is adopted, unless another one was typed', async () => {
  const waiting = { ...settled, pendingEmail: 'new@example.org' }
  const { follow, user } = show(waiting)
  follow(settled)
  expect(email().value).toBe('ned@example.org')
  await user.clear(email())
  await user.type(email(), 'third@example.org')
  follow(waiting)
  expect(email().value).toBe('third@example.org')
})

it('[API-15] the server’s error shows beside the email address, and the input stays', async () => {
  server.failWith(profileCalls.saveProfile, 'invalid', {
    issues: [{ path: 'email', message: 'Please use another address.' }],
  })
  const { user } = show(settled)
  await user.clear(email())
  await user.type(email(), 'not an address')
  await user.click(save())
  expect(await screen.findByText('Please enter a valid email address')).toBeTruthy()
  expect(server.count(profileCalls.saveProfile)).toBe(0)
  await user.clear(email())
  await user.type(email(), 'new@example.org')
  await user.click(save())
  expect(await screen.findByText('Please use another address.')).toBeTruthy()
  expect(email().getAttribute('aria-invalid')).toBe('true')
  expect(email().value).toBe('new@example.org')
})

it('[CHAT-26] unsaved input is restored after the session has ended, for the same member only', async () => {
  setSignedInUid('uid-ned')
  const { unmount, user } = show(settled)
  await user.type(name(), ' of the Lake')
  await user.clear(email())
  await user.type(email(), 'new@example.org')
  unmount()
  setSignedInUid('uid-mo')
  const other = show(settled)
  expect(name().value).toBe('Ned')
  other.unmount()
  setSignedInUid('uid-ned')
  show(settled)
  expect(name().value).toBe('Ned of the Lake')
  expect(email().value).toBe('new@example.org')
  expect(screen.getByText('Not saved yet')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo changes' }))
  expect(name().value).toBe('Ned')
  expect(email().value).toBe('ned@example.org')
  expect(Object.keys(localStorage)).toEqual([])
})

it('[PROF-15] saving deletes the draft', async () => {
  setSignedInUid('uid-ned')
  const saved = { ...settled, name: 'Ned Newman' }
  server.respond(profileCalls.saveProfile, saved)
  const { follow, onSaved, user } = show(settled)
  await user.type(name(), ' Newman')
  expect(Object.keys(localStorage)).toEqual(['draft:uid-ned:profile'])
  await user.click(save())
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  follow(saved)
  expect(Object.keys(localStorage)).toEqual([])
  expect(screen.queryByText('Not saved yet')).toBeNull()
})

it('[PROF-17, PROF-25] a fixed email address shows the sign-in address, regardless of a pending change', async () => {
  setSignedInUid('uid-ned')
  const waiting = { ...settled, pendingEmail: 'wished@example.org' }
  const before = show(settled)
  await before.user.clear(email())
  await before.user.type(email(), 'typed@example.org')
  before.unmount()
  server.respond(profileCalls.saveProfile, { ...waiting, name: 'Neddy' })
  const { user, onSaved } = show(waiting, true)
  expect(email().value).toBe('ned@example.org')
  await user.type(name(), 'dy')
  await user.click(save())
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  expect(server.calls.at(-1)?.body).toMatchObject({ name: 'Neddy', email: 'ned@example.org' })
  expect(email().value).toBe('ned@example.org')
})

it('[PROF-27] a new email address asks for the password, and the input stays', async () => {
  server.failWith(profileCalls.saveProfile, authErrors.reauth_required)
  const { onSaved, user } = show(settled)
  await user.type(name(), ' Newman')
  await user.clear(email())
  await user.type(email(), 'new@example.org')
  await user.click(save())
  const password = await screen.findByLabelText<HTMLInputElement>('Your password')
  await waitFor(() => expect(document.activeElement).toBe(password))
  expect(newestToast()?.title).not.toBe('Update Failed')
  await user.click(save())
  expect(await screen.findByText('Please enter your password.')).toBeTruthy()
  expect(server.count(profileCalls.saveProfile)).toBe(1)

  const issues = [{ path: 'password', message: 'That is not your password.' }]
  server.failWith(profileCalls.saveProfile, authErrors.reauth_required, { issues })
  await user.type(password, 'a guess{Enter}')
  expect(await screen.findByText('That is not your password.')).toBeTruthy()
  expect([name().value, email().value, password.value]).toEqual(['Ned Newman', 'new@example.org', 'a guess'])

  server.respond(profileCalls.saveProfile, { ...settled, pendingEmail: 'new@example.org' })
  await user.clear(password)
  await user.type(password, 'a still pond{Enter}')
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  expect(server.calls.at(-1)?.body).toMatchObject({
    email: 'new@example.org',
    proof: { password: 'a still pond' },
  })
  expect(screen.queryByLabelText('Your password')).toBeNull()
})

it('[PROF-27] returning to the current address removes the password field @full', async () => {
  server.failWith(profileCalls.saveProfile, authErrors.reauth_required)
  const { onSaved, user } = show(settled)
  await user.type(email(), '.uk')
  await user.click(save())
  await user.type(await screen.findByLabelText('Your password'), 'a still pond')
  server.respond(profileCalls.saveProfile, settled)
  await user.clear(email())
  await user.type(email(), settled.email)
  expect(screen.queryByLabelText('Your password')).toBeNull()
  await user.click(save())
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  expect(server.calls.at(-1)?.body).not.toHaveProperty('proof')
})

describe('a cropped picture', () => {
  const cropped = `data:image/jpeg;base64,${btoa('a cropped picture')}`
  const uploaded = { ...settled, profilePicture: '/media/cropped.jpg' }
  /** Renders the form with the cropped picture. */
  const showCropped = async (account: Account) => {
    server.respond(profileCalls.stockPictures, [{ id: 1, name: 'Cropped', imageData: cropped, url: cropped }])
    const shown = show(account)
    const random = screen.getByRole('button', { name: 'Random' })
    await waitFor(() => expect(random.hasAttribute('disabled')).toBe(false))
    await shown.user.click(random)
    expect(shown.picture()).toBe(cropped)
    return shown
  }

  it('[PROF-26, PROF-14] is uploaded before the profile, which then has its URL', async () => {
    server.respond(profileCalls.savePicture, uploaded)
    const release = server.respondLater(profileCalls.saveProfile, uploaded)
    const { onSaved, picture, user } = await showCropped(settled)
    await user.click(save())
    await waitFor(() => expect(server.count(profileCalls.saveProfile)).toBe(1))
    const [file, profile] = server.calls.slice(-2)
    expect(file).toMatchObject({ method: 'PUT', path: '/api/user/profile/picture' })
    expect(file?.headers.get('content-type')).toBe('image/jpeg')
    expect(await new Response(file?.body as Blob).text()).toBe('a cropped picture')
    expect(profile?.body).toMatchObject({ name: 'Ned', profilePicture: '/media/cropped.jpg' })
    expect(save().getAttribute('aria-busy')).toBe('true')
    release()
    await waitFor(() => expect(onSaved).toHaveBeenCalledExactlyOnceWith(uploaded))
    expect(picture()).toBe('/media/cropped.jpg')
    expect(newestToast()).toMatchObject({ title: 'Profile Updated' })
  })

  it('[PROF-26, PROF-15] stays with all input if its upload fails, and nothing else is sent', async () => {
    server.failConnection(profileCalls.savePicture)
    const { onSaved, picture, user } = await showCropped(settled)
    await user.type(name(), ' Newman')
    await user.click(save())
    await waitFor(() => expect(newestToast()).toMatchObject({ title: 'Update Failed' }))
    expect([picture(), name().value]).toEqual([cropped, 'Ned Newman'])
    const message = 'This picture can’t be read. Please choose another one.'
    server.failWith(profileCalls.savePicture, 'invalid', {
      issues: [{ path: 'profilePicture', message }],
    })
    await user.click(save())
    expect(await screen.findByText(message)).toBeTruthy()
    expect([picture(), name().value]).toEqual([cropped, 'Ned Newman'])
    expect(server.count(profileCalls.saveProfile)).toBe(0)
    expect(onSaved).not.toHaveBeenCalled()
  })

  it('[PROF-26] is reported as saved if the rest fails, and isn’t uploaded again', async () => {
    server.respond(profileCalls.savePicture, uploaded)
    server.failConnection(profileCalls.saveProfile)
    const { onSaved, picture, follow, user } = await showCropped(settled)
    await user.type(name(), ' Newman')
    await user.click(save())
    await waitFor(() => expect(onSaved).toHaveBeenCalledExactlyOnceWith(uploaded))
    follow(uploaded)
    expect([picture(), name().value]).toEqual(['/media/cropped.jpg', 'Ned Newman'])
    server.respond(profileCalls.saveProfile, { ...uploaded, name: 'Ned Newman' })
    await user.click(save())
    await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(2))
    expect(server.count(profileCalls.savePicture)).toBe(1)
  })

  it('[PROF-26] doesn’t finish setup before the rest is saved', async () => {
    server.respond(profileCalls.savePicture, { ...uploaded, profileCompleted: true })
    server.failConnection(profileCalls.saveProfile)
    const { onSaved, user } = await showCropped({ ...ned, profilePicture: '/media/own.jpg' })
    await user.click(save())
    await waitFor(() => expect(newestToast()).toMatchObject({ title: 'Update Failed' }))
    expect(onSaved).not.toHaveBeenCalled()
  })

  it('input typed during the save stays', async () => {
    const release = server.respondLater(profileCalls.savePicture, uploaded)
    server.respond(profileCalls.saveProfile, uploaded)
    const { onSaved, user } = await showCropped(settled)
    await user.click(save())
    await waitFor(() => expect(server.count(profileCalls.savePicture)).toBe(1))
    await user.type(name(), ' Newman')
    release()
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
    expect(name().value).toBe('Ned Newman')
  })
})
