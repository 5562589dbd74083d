#include "engine/base/fields_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>

namespace ridgepoint {
namespace {

TEST(FieldsText, NumbersAreLaidOutAsJavaScriptDoes) {
  // What String(x) gives in ECMAScript (Number::toString).
  EXPECT_EQ(shortest_number(0), "0");
  EXPECT_EQ(shortest_number(-0.0), "0");
  EXPECT_EQ(shortest_number(8), "8");
  EXPECT_EQ(shortest_number(-1.5), "-1.5");
  EXPECT_EQ(shortest_number(0.1), "0.1");
  EXPECT_EQ(shortest_number(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(shortest_number(405e9), "405000000000");
  EXPECT_EQ(shortest_number(123.25), "123.25");
  EXPECT_EQ(shortest_number(0.000001), "0.000001");
  EXPECT_EQ(shortest_number(0.00000015), "1.5e-7");
  EXPECT_EQ(shortest_number(1e21), "1e+21");
  EXPECT_EQ(shortest_number(1e20), "100000000000000000000");
  EXPECT_EQ(shortest_number(1.5e20), "150000000000000000000");
  EXPECT_EQ(shortest_number(9007199254740992), "9007199254740992");  // 2^53, and half a step below 2^52
  EXPECT_EQ(shortest_number(4503599627370495.5), "4503599627370495.5");
  EXPECT_EQ(shortest_number(0.00000125), "0.00000125");
  EXPECT_EQ(shortest_number(-2.5e-9), "-2.5e-9");
}

TEST(FieldsText, CharactersThatAreNotSeenAreFoundAndLeftOut) {
  for (const char* plain : {"", "H100 SXM5 80GB", "Größe 日本語 עברית مرحبا", "\U0001F600 €"}) {
    EXPECT_EQ(unseen_character(plain), "") << plain;
    EXPECT_EQ(without_unseen(plain), plain);
  }
  // Controls of ASCII and Latin-1, a soft hyphen, no width, marks of direction, ends of lines.
  const char* unseen[][2] = {{"\x01", "U+0001"},   {"\n", "U+000A"},     {"\x7F", "U+007F"},   {"\u0085", "U+0085"},
                             {"\u00AD", "U+00AD"}, {"\u061C", "U+061C"}, {"\u180E", "U+180E"}, {"\u009F", "U+009F"},
                             {"\u2060", "U+2060"}, {"\u206F", "U+206F"}, {"\u200B", "U+200B"}, {"\u200E", "U+200E"},
                             {"\u200F", "U+200F"}, {"\u2028", "U+2028"}, {"\u202A", "U+202A"}, {"\u202E", "U+202E"},
                             {"\u2066", "U+2066"}, {"\u2069", "U+2069"}, {"\uFEFF", "U+FEFF"}};
  for (const auto& [character, name] : unseen) {
    const std::string text = std::string("é") + character + "80" + character;
    EXPECT_EQ(unseen_character(text), name);
    EXPECT_EQ(without_unseen(text), "é80");
  }
  // Neighbours that are seen.
  for (const char* seen : {" ", "~", "\u00A0", "\u00AC", "\u00AE", "\u061B", "\u061D", "\u180D", "\u180F", "\u200A",
                           "\u2010", "\u2027", "\u2030", "\u205F", "\u2070", "\uFEFE"})
    EXPECT_EQ(unseen_character(seen), "") << seen;
}

TEST(FieldsText, EveryFiniteNumberReadsBackExactly) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t bits = random();
    double x = 0;
    std::memcpy(&x, &bits, sizeof x);
    if (!std::isfinite(x)) continue;
    const auto back = parse_number(shortest_number(x));
    ASSERT_TRUE(back) << shortest_number(x);
    ASSERT_EQ(*back, x);
  }
}

TEST(FieldsText, OnlyPlainDecimalNumbersAreRead) {
  EXPECT_EQ(parse_number("2e12"), 2e12);
  EXPECT_EQ(parse_number("-0.5"), -0.5);
  for (const char* text :
       {"", " 1", "1 ", "+1", ".5", "1.", "1e", "0x10", "nan", "NaN", "inf", "Infinity", "1e400", "1,5", "--1"})
    EXPECT_FALSE(parse_number(text)) << text;
}

TEST(FieldsText, RangesAreSaidInWords) {
  const Field share = {.name = "share", .min = 0.1, .max = 1};
  EXPECT_EQ(range_problem(share, 0.5), "");
  EXPECT_EQ(range_problem(share, 1), "");
  EXPECT_EQ(range_problem(share, 0.1), "");
  EXPECT_EQ(range_problem(share, 0), "must be at least 0.1");
  EXPECT_EQ(range_problem(share, 1.01), "must be at most 1");
  const Field count = {.name = "count", .min = 1, .integer = true};
  EXPECT_EQ(range_problem(count, 0), "must be at least 1");
  EXPECT_EQ(range_problem(count, 1), "");
  EXPECT_EQ(range_problem(count, 1.5), "must be a whole number");
  EXPECT_EQ(range_problem(count, std::nan("")), "must be a finite number");
}

TEST(FieldsText, Utf8IsChecked) {
  EXPECT_TRUE(valid_utf8("plain, \xC3\xA9, \xE2\x82\xAC, \xF0\x9F\x98\x80"));
  EXPECT_FALSE(valid_utf8("\xFF"));
  EXPECT_FALSE(valid_utf8("\xC3"));              // cut short
  EXPECT_FALSE(valid_utf8("\xC0\xAF"));          // overlong
  EXPECT_FALSE(valid_utf8("\xE0\x80\x80"));      // overlong
  EXPECT_FALSE(valid_utf8("\xED\xA0\x80"));      // surrogate
  EXPECT_FALSE(valid_utf8("\xF4\x90\x80\x80"));  // above U+10FFFF
  EXPECT_FALSE(valid_utf8("\x80"));
  EXPECT_FALSE(valid_utf8("\xC1\xBF"));          // overlong
  EXPECT_FALSE(valid_utf8("\xF0\x8F\xBF\xBF"));  // overlong
  EXPECT_FALSE(valid_utf8("\xF5\x80\x80\x80"));  // above U+10FFFF
  // The first and the last of each length, and the neighbours of surrogates.
  EXPECT_TRUE(valid_utf8("\x7F\xC2\x80\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBF\xF0\x90\x80\x80\xF4\x8F\xBF\xBF"));
  EXPECT_TRUE(valid_utf8("\xED\x9F\xBF\xEE\x80\x80"));
}

TEST(FieldsText, LongTextIsCutBetweenCharacters) {
  EXPECT_EQ(shortened("short"), "short");
  // Each euro sign takes three bytes: four bytes hold one.
  EXPECT_EQ(shortened("\xE2\x82\xAC\xE2\x82\xAC", 4), "\xE2\x82\xAC...");
  EXPECT_EQ(shortened("\xE2\x82\xAC\xE2\x82\xAC", 3), "\xE2\x82\xAC...");
  EXPECT_EQ(shortened("12345", 5), "12345");
  EXPECT_EQ(shortened("123456", 5), "12345...");
}

}  // namespace
}  // namespace ridgepoint
