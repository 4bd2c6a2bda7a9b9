// Where tests look for a member's data of profile.
import type { MemberDataFacts } from '#test/data/member-data.ts'

export const profileFacts: MemberDataFacts = {
  exported: {
    media_files: { at: ['profile'], left: 'sha256 createdAt', why: 'the picture’s address has the hash' },
  },
  renamed: {
    media_files: { content: 'pictureData' },
  },
  notExported: {
    profile_pictures: 'no member’s data',
  },
}
