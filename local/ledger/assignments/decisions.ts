import { none, type SectionAssignment } from './assignment.ts';

export const decisionsAssignments: Record<string, SectionAssignment> = {
  'D-introduction': { all: none('introduction') },
  'D-names-and-settings': { all: 'B', except: { 1: 'BC', 2: 'BC', 4: 'F' } },
  'D-identity-and-access': { all: 'B' },
  'D-answers-and-errors-of-the-api': {
    all: 'B',
    // 413 and 415 come with the uploads.
    except: { 3: 'BCD', 5: 'C', 6: 'C', 7: 'C', 8: 'C' },
  },
  'D-batches': { all: 'C', except: { 9: 'CF' } },
  'D-uploads': {
    all: 'D',
    except: { 1: none('the reason for D-uploads.2 and D-uploads.3'), 10: 'C' },
  },
  'D-media': {
    all: 'C',
    except: {
      1: 'CD',
      2: 'D',
      8: 'E',
      9: 'E',
      10: 'E',
      11: 'E',
      12: 'E',
      13: 'F',
      14: 'F',
      15: 'F',
      16: 'F',
      17: 'F',
      18: 'F',
      19: 'F',
    },
  },
  'D-providers': {
    all: 'C',
    // The admin's check of a key is on the API status page.
    except: { 2: 'CF', 6: 'F', 7: 'F', 15: 'E' },
  },
  'D-access-and-money': { all: 'G', except: { 6: 'I' } },
  'D-polling-and-caching': { all: 'G', except: { 1: 'K', 2: 'K' } },
  'D-file-types': { all: 'G' },
  'D-one-studio': { all: 'K', except: { 6: 'G', 9: 'G', 10: 'G', 11: 'G', 12: 'G', 13: 'G', 14: 'L' } },
  'D-ai-mark': { all: 'L' },
  'D-jobs': { all: 'M' },
};
