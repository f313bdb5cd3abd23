//! Three short sounds: a card, a capture, a sweep. They are off until somebody switches them on.

import { html, useState } from './preact.js';
import { t } from './words.js';

const ON = 'spariglio.sound';
let isOn = localStorage.getItem(ON) === '1';
let audio = null;

/** A burst of noise around a pitch that glides, in hertz; times in seconds. */
function rustle(start, duration, [from, to], loudness) {
  const length = Math.ceil(duration * audio.sampleRate);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < length; at += 1) samples[at] = (2 * Math.random() - 1) * (1 - at / length) ** 2;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: 'bandpass', frequency: from, Q: 1.2 });
  filter.frequency.exponentialRampToValueAtTime(to, start + duration);
  source.connect(filter).connect(new GainNode(audio, { gain: loudness })).connect(audio.destination);
  source.start(start);
}

const SOUNDS = {
  lay: start => rustle(start, 0.07, [2400, 1200], 0.5),
  capture: start => {
    rustle(start, 0.07, [2400, 1200], 0.5);
    rustle(start + 0.09, 0.14, [1400, 500], 0.6);
  },
  sweep: start => {
    rustle(start, 0.07, [2400, 1200], 0.5);
    rustle(start + 0.08, 0.4, [700, 4200], 0.6);
  },
};

/** Makes a sound after `delay` seconds: "lay", "capture" or "sweep". Pages in the background are silent. */
export function sound(kind, delay = 0) {
  if (!isOn || document.hidden) return;
  audio ??= new AudioContext();
  audio.resume().then(() => SOUNDS[kind](audio.currentTime + delay)).catch(() => {});
}

/** The switch, which the browser remembers. */
export function SoundSwitch() {
  const [on, setOn] = useState(isOn);
  const onChange = event => {
    isOn = event.currentTarget.checked;
    localStorage.setItem(ON, isOn ? '1' : '0');
    setOn(isOn);
    sound('capture');
  };
  return html`<label class="check"><input type="checkbox" checked=${on} onChange=${onChange} /> ${t('sound.on')}</label>`;
}
