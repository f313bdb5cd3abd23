//! The size of the window, for what a style sheet cannot choose.

import { useEffect, useState } from './preact.js';

/** A telephone. */
const NARROW = '(max-width: 480px), (max-height: 480px)';
/** The panels of a table stand beside the game; as in table.css. */
const WIDE = '(min-width: 1101px) and (min-height: 560px), (min-width: 901px) and (min-height: 700px)';

function useMedia(media) {
  const [fits, setFits] = useState(() => matchMedia(media).matches);
  useEffect(() => {
    const query = matchMedia(media);
    const onChange = () => setFits(query.matches);
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  }, []);
  return fits;
}

export const useNarrow = () => useMedia(NARROW);
export const useWide = () => useMedia(WIDE);
