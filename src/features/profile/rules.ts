// What makes a profile complete, what of it can be changed, and where pictures lie.
import type { Issue } from '#shared/refusals.ts'

interface ProfileFacts {
  name: string
  email: string
  profilePicture: string | null
}

/** Whether everything is there that the others see of a member (PROF-16). */
export function isProfileComplete({ name, email, profilePicture }: ProfileFacts): boolean {
  return name !== '' && email !== '' && profilePicture !== null && profilePicture !== ''
}

/** The address of a stored picture, by the hash of what it holds. */
export function pictureAddress(sha256: string): string {
  return `/media/${sha256}.jpg`
}

/** The hash in the address of a stored picture; null for any other address. */
export function hashInAddress(address: string): string | null {
  return /^\/media\/([0-9a-f]{64})\.jpg$/.exec(address)?.[1] ?? null
}

/** What keeps a wished profile from being saved, given the present one and whether the picture is on offer. */
export function profileIssues(
  wished: Pick<ProfileFacts, 'email'> & { profilePicture: string },
  present: Pick<ProfileFacts, 'email' | 'profilePicture'>,
  pictureIsOffered: boolean,
): Issue[] {
  const issues: Issue[] = []
  if (wished.email.toLowerCase() !== present.email.toLowerCase()) {
    issues.push({ path: 'email', message: "Changing the sign-in address isn't possible yet." })
  }
  if (wished.profilePicture !== present.profilePicture && !pictureIsOffered) {
    const message = wished.profilePicture.startsWith('data:')
      ? "Uploading a picture isn't possible yet. Please choose one from our collection."
      : 'Please choose a picture from our collection.'
    issues.push({ path: 'profilePicture', message })
  }
  return issues
}
