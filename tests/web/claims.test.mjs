// The break-evens that the page explains are what its engine gives.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createEngine } from '../../build/site/../../bindings/engine.js';
